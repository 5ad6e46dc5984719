import js from "@eslint/js";
import globals from "globals";

export default [
  {ignores: ["web/vendor/**", "typed/**", "node_modules/**"]},
  js.configs.recommended,
  {files: ["unit/**", "templates.js"], languageOptions: {globals: globals.node}},
  {files: ["web/worker/**"], languageOptions: {globals: globals.serviceworker}},
  {
    languageOptions: {ecmaVersion: "latest", sourceType: "module", globals: globals.browser},
    linterOptions: {reportUnusedDisableDirectives: "error"},
    rules: {
      complexity: ["error", 12],
      eqeqeq: "error",
      "max-lines": ["error", 300],
      "max-params": ["error", 5],
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-properties": ["error", {property: "innerHTML"}, {property: "outerHTML"}, {property: "insertAdjacentHTML"}],
      "no-unused-vars": ["error", {varsIgnorePattern: "^_", argsIgnorePattern: "^_"}],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  // A catalogue is as long as what is said.
  {files: ["web/words/**"], rules: {"max-lines": "off"}},
];

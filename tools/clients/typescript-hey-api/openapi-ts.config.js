export default {
  input: "../../openapi/tideapi.yaml",
  // Node and `"module": "nodenext"` want imports with an ending.
  output: { path: "tide", module: { extension: ".js" } },
  plugins: [
    "@hey-api/client-fetch",
    "@hey-api/sdk",
    // The known types of events are needed when the program runs, not only when it is compiled.
    { name: "@hey-api/typescript", enums: "javascript" },
  ],
};

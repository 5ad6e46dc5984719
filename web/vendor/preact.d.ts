export * from "preact";
export * from "preact/hooks";
import type {VNode} from "preact";
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): VNode<any>;

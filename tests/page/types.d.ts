/** What the modules of `web/` call by the name of `Api`: types made from the OpenAPI document. */

import type {ComponentChildren, JSX, VNode as PreactNode} from "preact";
import type {components, paths} from "./document.js";

type Base = "/api/v1";
type Tail<P> = P extends `${Base}${infer Rest}` ? Rest : never;
type Json<R> = R extends {content: {"application/json": infer Body}} ? Body : R extends {content?: never} ? undefined : never;
type Good<O> = O extends {responses: infer R}
  ? R extends {200: infer A} ? Json<A> : R extends {201: infer A} ? Json<A> : undefined
  : never;

declare global {
  namespace Api {
    type Schemas = components["schemas"];
    type VNode = PreactNode<any>;
    /** What may stand in an element. */
    type Children = ComponentChildren;
    /** What an `<input>` may be given. */
    type Input = JSX.IntrinsicElements["input"];
    /** What the page reads of an event, wherever it comes from. */
    type LoggedEvent = Pick<Schemas["FeedEvent"], "number" | "type"> & {data: Record<string, any>};
    type Method = "POST" | "PUT" | "DELETE" | "PATCH";

    type Readable = {[P in keyof paths]: paths[P] extends {get: {responses: {200: {content: {"application/json": unknown}}}}} ? Tail<P> : never}[keyof paths];
    type Read<P extends string> = Good<paths[`${Base}${P}` & keyof paths] extends {get: infer O} ? O : never>;
    type Doable<M extends Method> = {[P in keyof paths]: paths[P] extends Record<Lowercase<M>, {responses: unknown}> ? Tail<P> : never}[keyof paths];
    type Operation<M extends Method, P extends string> = paths[`${Base}${P}` & keyof paths] extends Record<Lowercase<M>, infer O> ? O : never;
    type Done<M extends Method, P extends string> = Good<Operation<M, P>>;
    type Sent<M extends Method, P extends string> = Operation<M, P> extends {requestBody?: {content: {"application/json": infer B}}} ? B : undefined;
  }
}

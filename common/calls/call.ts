import type * as v from 'valibot';

/**
 * One call of the contract: page and server both read it from here. The schema of a request's body is the server's alone (`requests.ts`), since the
 * page needs only its type.
 */
export type Call<Path extends string = string, Reply = unknown, Body = unknown> = {
  readonly method: 'GET' | 'POST';
  /** With a name for each part that varies, as in `/v1/wips/:uuid`. */
  readonly path: Path;
  /** The reply; without one, success is all that the page reads of it. */
  readonly reply?: v.GenericSchema<unknown, Reply>;
  /** Parameters that every request of the page has. */
  readonly query?: Readonly<Record<string, string>>;
  /** The type of the body. It has no value. */
  readonly body?: Body;
};

/** The names in a path. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Input of a call: the names in its path, each with a value, and its body. */
export type Given<Path extends string, Body> = { readonly [Name in NamesIn<Path>]: string } & (unknown extends Body
  ? { readonly body?: object | null }
  : { readonly body: Body });

/** The types of a call's reply and of its body. */
export type ReplyOf<One> = One extends Call<string, infer Reply> ? Reply : never;
export type BodyOf<One> = One extends Call<string, unknown, infer Body> ? Body : never;

type Parts<Reply, Body> = Pick<Call<string, Reply, Body>, 'reply' | 'body' | 'query'>;

/** A call that reads; the contract's delete is one too. @param path with a name for each part that varies */
// @__NO_SIDE_EFFECTS__
export const get = <const Path extends string, Reply = void>(
  path: Path,
  parts?: Parts<Reply, unknown>,
): Call<Path, Reply> => ({ method: 'GET', path, ...parts });

/** A call that changes something. @param path as of `get` */
// @__NO_SIDE_EFFECTS__
export const post = <const Path extends string, Reply = void, Body = unknown>(
  path: Path,
  parts?: Parts<Reply, Body>,
): Call<Path, Reply, Body> => ({ method: 'POST', path, ...parts });

/** The type of a call's body, as the schema by which the server reads it accepts it. */
// @__NO_SIDE_EFFECTS__
export const bodyOf = <Schema extends v.GenericSchema>(): v.InferInput<Schema> => undefined;

/**
 * The address of a call.
 * @param given a value for each name in its path
 * @param query parameters besides the call's own
 */
export function addressOf(
  { path, query: own }: Pick<Call, 'path' | 'query'>,
  given: object,
  query: Readonly<Record<string, string>> | URLSearchParams = {},
): string {
  const address = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((given as Record<string, string>)[name] ?? ''),
  );
  const asked = new URLSearchParams([...Object.entries(own ?? {}), ...new URLSearchParams(query)]).toString();
  return asked ? `${address}?${asked}` : address;
}

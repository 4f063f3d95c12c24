/** A field of a form: text, or a file that somebody chose. */
export interface FormField {
  name: string;
  value: string | File;
}

/** A request to the public API, as it is sent, shown, and written as code. The token is no part of it. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** As the gateway has it, such as `/v1/chat/completions`. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** The body: either this, */
  json?: object;
  /** or a form. */
  form?: readonly FormField[];
}

/** A field of a form: text or a file. */
export interface FormField {
  name: string;
  value: string | File;
}

/** A request to the public API, which can be sent or written as code. It does not contain the token. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** A path of the gateway, such as `/v1/chat/completions`. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** The body is either `json` or `form`. */
  json?: object;
  form?: readonly FormField[];
}

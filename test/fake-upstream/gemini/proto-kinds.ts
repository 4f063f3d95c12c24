export type Scalar = 'string' | 'number' | 'integer' | 'boolean' | 'bytes';

/** What a field may hold: a scalar, any JSON object, any JSON at all, a message, or many of one kind. */
export type Kind =
  | Scalar
  | 'struct'
  | 'any'
  | { readonly oneOf: readonly string[] }
  | { readonly message: string }
  | { readonly list: Kind }
  | { readonly map: Kind };

export const message = (name: string): Kind => ({ message: name });
export const list = (kind: Kind): Kind => ({ list: kind });
export const map = (kind: Kind): Kind => ({ map: kind });
export const oneOf = (...values: string[]): Kind => ({ oneOf: values });

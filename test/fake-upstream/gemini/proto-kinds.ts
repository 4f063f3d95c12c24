export type Scalar = 'string' | 'number' | 'integer' | 'boolean' | 'bytes';

/** The type of a field: a scalar, any JSON object, any JSON value, a message, or a list of one type. */
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

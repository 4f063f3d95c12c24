export type Frozen<T> = T extends Uint8Array
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

export function deepFreeze<T>(value: T): Frozen<T> {
  // The bytes of a typed array cannot be frozen; Object.freeze throws on one.
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach((member) => deepFreeze(member));
  }
  return value as Frozen<T>;
}

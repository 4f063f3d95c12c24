const BRACKETED = /^([^[\]]+)\[([^[\]]*)\]$/;

/** A name and what stands in its brackets: `include[]`, `image[0]`, `chunking_strategy[type]`. */
export function parseFieldName(name: string): { base: string; key: string | undefined } {
  const [, base, key] = BRACKETED.exec(name) ?? [];
  return base === undefined ? { base: name, key: undefined } : { base, key };
}

import { type JsonValue } from '#canonical';

/** Where a text stands in a request, in the grammar of errors: `messages[2].content[0].image_url.url`. */
export function findText(json: JsonValue, text: string, occurrence: number): string | undefined {
  let left = occurrence;
  const visit = (value: JsonValue | undefined, path: string): string | undefined => {
    if (value === text) {
      left -= 1;
      return left < 0 ? path : undefined;
    }
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, member] of Object.entries(value)) {
      const step = Array.isArray(value) ? `[${key}]` : `${path === '' ? '' : '.'}${key}`;
      const found = visit(member, path + step);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(json, '');
}

/** A directive in a text: `[[name]]` or `[[name=value]]`. */
export interface FoundDirective {
  start: number;
  /** Behind its last bracket. */
  end: number;
  name: string;
  value: string | undefined;
}

const MAX_CLOSINGS_TRIED = 16;

/** Finds directives by plain search: messages may be megabytes long, and must not cost more than their length. */
export function* findDirectives(
  text: string,
  isKnown: (name: string) => boolean,
): Generator<FoundDirective, void> {
  let position = 0;
  let closing = -1;
  for (;;) {
    const start = text.indexOf('[[', position);
    if (start === -1) return;
    if (closing < start) closing = text.indexOf(']]', start);
    if (closing === -1) return;
    const name = /^\s*([a-z]+)\s*(?==|\]\])/.exec(text.slice(start + 2, start + 40))?.[1];
    if (name === undefined || !isKnown(name)) {
      position = start + 1;
      continue;
    }
    const equals = text.slice(start, closing).indexOf('=');
    const end = equals === -1 ? closing : findEndOfValue(text, start + equals + 1, closing);
    yield {
      start,
      end: end + 2,
      name,
      value: equals === -1 ? undefined : text.slice(start + equals + 1, end).trim(),
    };
    position = end + 2;
  }
}

/** JSON in a value may hold brackets of its own: the value ends where its object is whole. */
function findEndOfValue(text: string, start: number, firstClosing: number): number {
  const object = text.slice(start, firstClosing).indexOf('{');
  if (object === -1) return firstClosing;
  let closing = firstClosing;
  for (let tries = 0; tries < MAX_CLOSINGS_TRIED && closing !== -1; tries += 1) {
    if (isJson(text.slice(start + object, closing))) return closing;
    closing = text.indexOf(']]', closing + 1);
  }
  return firstClosing;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

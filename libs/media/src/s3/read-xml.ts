const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The contents of every element with this name. S3 sends flat, generated XML, of which a few texts are needed. */
export function* readElements(xml: string, name: string): Generator<string> {
  const [start, end] = [`<${name}>`, `</${name}>`];
  let at = 0;
  for (;;) {
    const from = xml.indexOf(start, at);
    if (from === -1) return;
    const to = xml.indexOf(end, from);
    if (to === -1) return;
    yield xml.slice(from + start.length, to);
    at = to + end.length;
  }
}

/** The text of the first element with this name; undefined if there is none. */
export function readText(xml: string, name: string): string | undefined {
  const [first] = readElements(xml, name);
  return first === undefined ? undefined : decodeEntities(first);
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return ENTITIES[name] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

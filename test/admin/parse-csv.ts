/** Parses RFC 4180 strictly: returns the records, each a list of cells. Throws if the text is invalid. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) throw new Error('this is no CSV');
    const [, quoted, bare = '', end] = found;
    record.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  if (record.length > 0 || !text.endsWith('\r\n')) throw new Error('the last line has no end');
  return records;
}

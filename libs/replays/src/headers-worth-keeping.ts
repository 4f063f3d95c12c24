/** What describes the answer itself. Everything else belongs to one request: its id, its limits, its connection. */
const DESCRIBING = /^(content-type|openai-.+|x-modelgate-.+)$/;

export function headersWorthKeeping(
  headers: Readonly<Record<string, string>>,
  except: readonly string[] = [],
): Record<string, string> {
  const kept = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => DESCRIBING.test(name) && !except.includes(name));
  return Object.fromEntries(kept);
}

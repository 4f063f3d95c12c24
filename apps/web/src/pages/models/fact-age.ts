import { type KnownFacts } from './model-queries.js';
import { GROUP_WORDS } from './known-facts.js';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30.44;
/** Facts are considered old after this time, because vendors change prices and limits a few times a year. */
const OLD_MONTHS = 6;
/** The console warns this long before a retirement, which leaves time to move an application to another model. */
const SOON_DAYS = 90;

/** A source of facts: a web page, or the config file, which has no URL and no age. */
export interface FactSource {
  url: string | null;
  /** The URL without scheme and trailing slash. */
  name: string;
  asOf: string | null;
  age: string;
  isOld: boolean;
  /** The groups of facts from this source. */
  groups: string[];
}

/** Lists each source once, with all groups of facts from it. */
export function listSources({ sources }: Pick<KnownFacts, 'sources'>, now = new Date()): FactSource[] {
  const pages = new Map<string, FactSource>();
  for (const { group, url, as_of: asOf } of sources) {
    const key = `${url} ${asOf}`;
    const page = pages.get(key);
    const months = asOf === null ? 0 : countDays(asOf, now) / MONTH_DAYS;
    if (page !== undefined) {
      // Several groups can have the same label.
      if (!page.groups.includes(GROUP_WORDS[group])) page.groups.push(GROUP_WORDS[group]);
    } else {
      pages.set(key, {
        url,
        name: url === null ? 'config' : nameSource(url),
        asOf,
        age: describeAge(months),
        isOld: months >= OLD_MONTHS,
        groups: [GROUP_WORDS[group]],
      });
    }
  }
  return [...pages.values()];
}

export interface Retirement {
  isPast: boolean;
  text: string;
}

/** Undefined if no retirement is known, or if it is more than `SOON_DAYS` away. */
export function findRetirement(
  { retires }: Pick<KnownFacts, 'retires'>,
  now = new Date(),
): Retirement | undefined {
  if (retires === null) return undefined;
  const daysLeft = -countDays(retires, now);
  if (daysLeft > SOON_DAYS) return undefined;
  if (daysLeft <= 0) return { isPast: true, text: `The provider retired it on ${retires}.` };
  return {
    isPast: false,
    text: `The provider will retire it on ${retires}, in ${formatUnits(daysLeft, 'day')}.`,
  };
}

function describeAge(months: number): string {
  return months < 1 ? 'less than a month ago' : `${formatUnits(Math.floor(months), 'month')} ago`;
}

function formatUnits(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function countDays(day: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(day)) / DAY_MS);
}

function nameSource(url: string): string {
  const { hostname, pathname } = new URL(url);
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return `${hostname}${path}`;
}

import { type BudgetEntry, type BudgetUnit, PERIOD, isBudgetPeriod } from '#declarations';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { showUsd } from '../frame/format.js';
import { type OptionSpecs, list, number, text } from '../frame/options.js';

const BUDGET = /^(?<amount>\d{1,13}(?:\.\d{1,6})?)(?<unit>usd|tokens|requests)?(?:\/(?<period>\w+))?$/;
const FORM =
  'an amount of usd, tokens or requests and a period, such as 5usd/daily, 100000tokens/5h or 20usd';

/** The options of a budget. `--<name>` is the only one for several windows and for other units. */
export function declareBudgetOptions(name: string, help: string): OptionSpecs {
  return {
    [name]: list('<budgets>', `${help}: one or more of ${FORM}`),
    [`${name}Usd`]: number('<usd>', `${help} in USD`),
    [`${name}Period`]: text('<period>', `${help} period of --budget-usd (default: total)`),
  };
}

/** The budget for the admin API. Undefined if no option was given. */
export function readBudgetOptions(name: string, options: Readonly<Record<string, unknown>>): unknown {
  const { [name]: windows, [`${name}Usd`]: usd, [`${name}Period`]: period } = options;
  if (windows !== undefined) {
    if (usd !== undefined || period !== undefined)
      throw new CommandFailure(
        '--budget cannot be combined with --budget-usd and --budget-period.',
        exitCodes.usage,
      );
    const entries = (windows as readonly string[]).map(parseBudget);
    return entries.length === 1 ? entries[0] : entries;
  }
  if (usd !== undefined)
    return { usd, period: typeof period === 'string' ? requirePeriod(period) : undefined };
  if (period === undefined) return undefined;
  throw new CommandFailure('--budget-period requires --budget-usd.', exitCodes.usage);
}

function parseBudget(given: string): BudgetEntry {
  const { amount, unit = 'usd', period = 'total' } = BUDGET.exec(given)?.groups ?? {};
  if (amount === undefined) throw new CommandFailure(`"${given}" is not ${FORM}.`, exitCodes.usage);
  return { [unit as BudgetUnit]: Number(amount), period: requirePeriod(period) };
}

function requirePeriod(period: string): BudgetEntry['period'] {
  if (isBudgetPeriod(period)) return period;
  throw new CommandFailure(`"${period}" is not ${PERIOD}.`, exitCodes.usage);
}

/** For the column of a list. Undefined if there is no budget. */
export function describeBudget(budget: BudgetEntry | readonly BudgetEntry[] | null): string | undefined {
  if (budget === null) return undefined;
  const entries = 'period' in budget ? [budget] : budget;
  return entries.map(describeEntry).join(', ');
}

function describeEntry({ usd, tokens, requests, period }: BudgetEntry): string {
  const counted = tokens === undefined ? `${requests} requests` : `${tokens} tokens`;
  const amount = usd === undefined ? counted : `${showUsd(usd)} USD`;
  return period === 'total' ? amount : `${amount} ${period}`;
}

import { type Command, type CommandInput, type Description, defineAdminCommand } from '../frame/command.js';
import { type OptionSpecs, number, text } from '../frame/options.js';
import { describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { parseMoment } from '../parse-moment.js';
import { type AdminClient, type AdminQuery } from './admin-client.js';
import { findNamed } from './find-named.js';
import { readList } from './read-list.js';
import { TOKENS } from '../token/tokens.js';

const DEFAULT_LIMIT = 50;

interface ListDefinition<Specs extends OptionSpecs, Row> extends Description<Specs> {
  path: string;
  /** In the plural. */
  noun: string;
  columns: readonly Column<Row>[];
  /** A parameter of the admin API whose option is not given is undefined. */
  toFilters: (
    options: CommandInput<Specs>['options'],
    admin: AdminClient,
  ) => AdminQuery | Promise<AdminQuery>;
  /** Parameters that are not filters. */
  query?: AdminQuery;
}

/** A command that lists what a path of the admin API has. Its option `limit`, if it has one, is the number of entries. */
export function defineListCommand<const Specs extends OptionSpecs, Row>({
  path,
  noun,
  columns,
  toFilters,
  query = {},
  ...description
}: ListDefinition<Specs, Row>): Command {
  return defineAdminCommand<Specs>({
    ...description,
    run: async ({ options }, admin, output) => {
      const filters = await toFilters(options, admin);
      const limit = 'limit' in (description.options ?? {}) ? readLimit(options) : undefined;
      const list = await readList<Row>(admin, path, { ...filters, ...query }, limit);
      output.result(list, () => [
        ...describeList({ noun, columns, rows: list.data, filters }, output),
        ...(list.next_cursor === null ? [] : ['', 'There are more entries. Use --limit to show more.']),
      ]);
    },
  });
}

/** Options of a list that may be long. */
export const PERIOD_OPTIONS = {
  from: text('<time>', 'start: a date, a date and time, or a duration ago such as 12h or 7d'),
  to: text('<time>', 'end: a date, a date and time, or a duration ago'),
  limit: number('<count>', `maximum number of entries (default ${DEFAULT_LIMIT})`, { min: 1 }),
};

export function toPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }): AdminQuery {
  return { from: parseMoment('--from', from), to: parseMoment('--to', to) };
}

/** The id of a token that an option names. */
export async function findTokenId(admin: AdminClient, name: string | undefined): Promise<string | undefined> {
  return name === undefined ? undefined : (await findNamed(admin, TOKENS, name)).id;
}

function readLimit(options: object): number {
  const { limit } = options as { limit?: number };
  return limit ?? DEFAULT_LIMIT;
}

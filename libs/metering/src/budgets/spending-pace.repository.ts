import { type DataSource, QueryFailedError } from 'typeorm';
import { type BudgetAccountScope, type BudgetSubject } from './budget-account.js';
import { PACE_DAYS, type SpendingPace } from './budget-forecast.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 2_000;
const QUERY_CANCELED = '57014';

interface PaceRow {
  scope: BudgetAccountScope;
  name: string;
  since: Date;
  cost: number;
  tokens: number;
  requests: number;
}

/** The spending of tokens, owners and the gateway in the last days, from the hourly sums. */
export class SpendingPaceRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By the keys of `getPaceKey`. Empty after a timeout of the query. */
  async load(subjects: readonly BudgetSubject[], now: Date): Promise<ReadonlyMap<string, SpendingPace>> {
    if (subjects.length === 0) return new Map();
    const named = (scope: BudgetAccountScope): string[] => [
      ...new Set(subjects.filter((subject) => subject.scope === scope).map(({ name }) => name)),
    ];
    const rows = await this.query([
      new Date(now.getTime() - PACE_DAYS * DAY_MS),
      named('token'),
      named('owner'),
      named('global').length > 0,
    ]);
    return new Map(
      rows.map(({ scope, name, since, cost: costMicroUsd, tokens, requests }) => [
        getPaceKey({ scope, name }),
        { since, costMicroUsd, tokens, requests },
      ]),
    );
  }

  private async query(parameters: unknown[]): Promise<PaceRow[]> {
    const sums = `min(hour) AS since, sum(cost_micro_usd)::float8 AS cost,
      sum(input_tokens + output_tokens)::float8 AS tokens, sum(requests - errors)::float8 AS requests`;
    const named = (scope: string, names: string): string =>
      `SELECT '${scope}' AS scope, usage_names.name, ${sums} FROM usage_hours
       JOIN usage_names ON usage_names.id = usage_hours.${scope}
       WHERE hour >= $1 AND usage_names.name = ANY(${names}::text[]) GROUP BY usage_names.name`;
    try {
      return await this.dataSource.transaction(async (transaction) => {
        await transaction.query(`SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
        return transaction.query<PaceRow[]>(
          `${named('token', '$2')} UNION ALL ${named('owner', '$3')}
           UNION ALL SELECT 'global', 'global', ${sums} FROM usage_hours
             WHERE hour >= $1 AND $4::boolean HAVING count(*) > 0`,
          parameters,
        );
      });
    } catch (error) {
      const isTimeout =
        error instanceof QueryFailedError && (error.driverError as { code?: string }).code === QUERY_CANCELED;
      if (isTimeout) return [];
      throw error;
    }
  }
}

export function getPaceKey({ scope, name }: Pick<BudgetSubject, 'scope' | 'name'>): string {
  return `${scope} ${name}`;
}

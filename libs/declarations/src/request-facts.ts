import { type SnakeCase, snakeCase } from './snake-case.js';

/** The kinds of facts about a request. Each layer has one table with an entry for every kind. */
export type RequestFactKind = 'text' | 'count' | 'milliseconds' | 'flag';

export interface RequestFact {
  readonly kind: RequestFactKind;
  /** Its name in the console. */
  readonly label: string;
  /** For the API reference. */
  readonly description: string;
}

/**
 * Facts about a request that have a column of their own, which is null where the fact is unknown. The column, how it is
 * written, spooled and read, the admin API and its reference, the CSV file, exports, and the request page of the console
 * follow from this table. The column and the field of the admin API have the name in snake_case. New facts must be added
 * at the end, so that readers of earlier CSV files find the other columns unchanged.
 */
export const REQUEST_FACTS = {
  firstByteMs: {
    kind: 'milliseconds',
    label: 'Time to first byte',
    description: 'Time to the first byte of the response.',
  },
  sessionId: {
    kind: 'text',
    label: 'Session',
    description: 'The agent session, if the client sent one.',
  },
  errorCode: { kind: 'text', label: 'Error code', description: 'The error code that the client received.' },
} as const satisfies Readonly<Record<string, RequestFact>>;

export type RequestFactName = keyof typeof REQUEST_FACTS;

interface FactValues extends Record<RequestFactKind, unknown> {
  text: string;
  count: number;
  milliseconds: number;
  flag: boolean;
}

type FactValue<Name extends RequestFactName> = FactValues[(typeof REQUEST_FACTS)[Name]['kind']];

/** The facts of one request. Every member must be named, so that a source of requests without a fact does not compile. */
export type RequestFacts = { [Name in RequestFactName]: FactValue<Name> | undefined };

/** The same as columns, and as fields of the admin API. */
export type NullableFacts = { [Name in RequestFactName as SnakeCase<Name>]: FactValue<Name> | null };

export interface ListedFact {
  readonly name: RequestFactName;
  /** The name of the column and of the field in the admin API. */
  readonly column: keyof NullableFacts;
  readonly fact: RequestFact;
}

/** All facts, in the order of the table. */
export const LISTED_FACTS: readonly ListedFact[] = Object.entries<RequestFact>(REQUEST_FACTS).map(
  ([name, fact]) => ({
    name: name as RequestFactName,
    column: snakeCase(name) as keyof NullableFacts,
    fact,
  }),
);

/** For an event of which no facts are known. */
export const NO_FACTS = Object.fromEntries(LISTED_FACTS.map(({ name }) => [name, undefined])) as Readonly<
  Record<RequestFactName, undefined>
>;

/** The facts in the form of the admin API; those that are missing are null. */
export function toNullableFacts(facts: Partial<RequestFacts>): NullableFacts {
  const entries = LISTED_FACTS.map(({ name, column }) => [column, facts[name] ?? null]);
  return Object.fromEntries(entries) as NullableFacts;
}

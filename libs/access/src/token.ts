import { type LimitColumns, PLAIN_TOKEN_SETTINGS, type TokenSettingColumns } from '#declarations';
import { AddressList } from './address-list.js';
import { type Budget, type UseLimits, toLimits } from './limits.js';
import { type TokenEntity } from './token.entity.js';

/** The prefix of the owner id of a token without an owner: such a token is its own owner. */
export const TOKEN_OWNER = 'token:';

/** Settings whose form in `Token` differs from their column. */
const CONVERTED_COLUMNS = [
  'owner',
  'allowedIps',
  'expiresAt',
  'rpm',
  'tpm',
  'concurrency',
  'requestsPerDay',
  'budget',
] as const satisfies readonly (keyof TokenSettingColumns)[];

type ConvertedColumn = (typeof CONVERTED_COLUMNS)[number] | keyof LimitColumns | 'webhookSecret';

/** The other settings, in their stored form; undefined if not set. */
type PlainSettings = {
  readonly [Column in Exclude<keyof TokenSettingColumns, ConvertedColumn>]:
    | Readonly<NonNullable<TokenSettingColumns[Column]>>
    | undefined;
};

const PLAIN_COLUMNS = PLAIN_TOKEN_SETTINGS.map(({ column }) => column).filter(
  (column) => !(CONVERTED_COLUMNS as readonly string[]).includes(column),
) as Exclude<keyof PlainSettings, 'webhookUrl'>[];

/** A token in the form that requests use. */
export interface Token extends PlainSettings {
  readonly id: string;
  readonly name: string;
  /** Tokens of one owner can read each other's tasks and responses. Without an owner, it is the token itself. */
  readonly owner: string;
  /** The models of its owner, if the owner is a member with a list. Both lists apply. */
  readonly ownerModels?: readonly string[] | undefined;
  readonly allowedAddresses: AddressList | undefined;
  readonly expiresAtMs: number;
  readonly limits: UseLimits;
  readonly budget: Budget | undefined;
  readonly isEnabled: boolean;
  /** Whether the request used the previous key, which expires earlier than the token. */
  readonly hasOldKey?: boolean;
  /** The hash of the key that the request used, if it is the key of a console session. */
  readonly sessionKeyHash?: string;
}

export function asToken(entity: TokenEntity): Token {
  return {
    id: entity.id,
    name: entity.name,
    owner: entity.owner ?? `${TOKEN_OWNER}${entity.id}`,
    ...pickPlain(entity),
    ownerModels: undefined,
    allowedAddresses: entity.allowedIps === null ? undefined : new AddressList(entity.allowedIps),
    expiresAtMs: entity.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    ...toLimits(entity),
    isEnabled: entity.enabled,
    hasOldKey: false,
  };
}

function pickPlain(entity: TokenEntity): PlainSettings {
  const settings = PLAIN_COLUMNS.map((column) => [column, entity[column] ?? undefined]);
  const plain = Object.fromEntries(settings) as Omit<PlainSettings, 'webhookUrl'>;
  return { ...plain, webhookUrl: entity.webhookUrl ?? undefined };
}

/** The same token, found by its previous key. */
export function withOldKey(token: Token, until: Date): Token {
  return { ...token, expiresAtMs: Math.min(token.expiresAtMs, until.getTime()), hasOldKey: true };
}

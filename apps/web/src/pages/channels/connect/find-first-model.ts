import { type Schema } from '../../../api/client.js';
import { type Channel } from '../channel-queries.js';

type CheckResult = Pick<Schema<'ChannelCheckView'>, 'outcome' | 'models'>;
type AccountModel = CheckResult['models'][number];
export type FirstModel = Pick<AccountModel, 'id' | 'capabilities'>;

/**
 * The model for the first message: the connected chat model with the lowest candidates price. Undefined if the channel has only
 * patterns, or if the account could not be checked.
 */
export function findFirstModel(
  { models }: Pick<Channel, 'models'>,
  result: CheckResult | undefined,
): FirstModel | undefined {
  const names = models.map(({ id }) => id).filter((id) => !id.endsWith('*'));
  const candidates = (result?.models ?? []).filter(({ id }) => names.includes(id));
  const chat = candidates.filter(({ capabilities }) => capabilities.includes('chat'));
  const first = chat.toSorted((a, b) => rankByCost(a) - rankByCost(b))[0] ?? candidates[0];
  if (first !== undefined) return first;
  const [name] = names;
  return name === undefined || result?.outcome === 'unknown'
    ? undefined
    : { id: name, capabilities: ['chat'] };
}

/** The same order as in the gateway: free models rank after priced ones, because they are often rate limited. */
function rankByCost({ price }: AccountModel): number {
  const { input_per_m_tok: input, output_per_m_tok: output = 0 } = price?.rates ?? {};
  if (input === undefined) return Number.MAX_VALUE;
  return input + output > 0 ? input + output : Number.MAX_VALUE / 2;
}

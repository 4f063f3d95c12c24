import { type Schema } from '../../../api/client.js';
import { type Channel } from '../channel-queries.js';

type CheckResult = Pick<Schema<'ChannelCheckView'>, 'outcome' | 'models'>;
type AccountModel = CheckResult['models'][number];
export type FirstModel = Pick<AccountModel, 'id' | 'capabilities'>;

/**
 * The model that gets the first message: of the connected chat models, the one with the lowest known price. Undefined
 * where the channel names no single model, or the provider only makes videos.
 */
export function findFirstModel(
  { models }: Pick<Channel, 'models'>,
  result: CheckResult | undefined,
): FirstModel | undefined {
  const names = models.map(({ id }) => id).filter((id) => !id.endsWith('*'));
  const known = (result?.models ?? []).filter(({ id }) => names.includes(id));
  const chat = known.filter(({ capabilities }) => capabilities.includes('chat'));
  const first = chat.toSorted((a, b) => rankByCost(a) - rankByCost(b))[0] ?? known[0];
  if (first !== undefined) return first;
  const [name] = names;
  return name === undefined || result?.outcome === 'unknown'
    ? undefined
    : { id: name, capabilities: ['chat'] };
}

/** As the gateway ranks them: free models are often rate limited, so they come after those with a price. */
function rankByCost({ price }: AccountModel): number {
  const { input_per_m_tok: input, output_per_m_tok: output = 0 } = price?.rates ?? {};
  if (input === undefined) return Number.MAX_VALUE;
  return input + output > 0 ? input + output : Number.MAX_VALUE / 2;
}

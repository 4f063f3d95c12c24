import { ApiError } from '../../api/api-error.js';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { fieldErrors, findFormField } from '../../kit/forms/field-errors.js';
import { channelFields } from './channel-form-values.js';
import { type Provider } from './channel-queries.js';

const BAD_REQUEST = 400;

interface Refused {
  body: Schema<'NewChannelInput'>;
  provider: Provider;
  /** Whether the person has said what is in this field: what is stored is right, and may not be told here. */
  isSaid?: (field: string) => boolean;
}

/** All that is wrong at once: what is refused for one field may have others that are wrong, too. */
export async function findChannelErrors(
  error: Error,
  { body, provider, isSaid = () => true }: Refused,
): Promise<Record<string, string>> {
  const fields = channelFields(provider);
  const own = fieldErrors(error, fields);
  if (!(error instanceof ApiError) || error.status !== BAD_REQUEST) return own;
  const { problems } = await getAnswer(api.POST('/api/channels/check', { body }));
  const others = problems
    .map(({ field, message }) => [findFormField(field, fields) ?? 'name', message] as const)
    .filter(([field]) => isSaid(field));
  return { ...Object.fromEntries(others), ...own };
}

import { ApiError } from '../../api/api-error.js';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { fieldErrors, findFormField } from '../../kit/forms/field-errors.js';
import { channelFields } from './channel-form-values.js';
import { type Provider } from './channel-queries.js';

const BAD_REQUEST = 400;

export interface Refused {
  body: Schema<'NewChannelInput'>;
  provider: Provider;
  /** Whether the person has said what is in this field: what is stored is right, and may not be told here. */
  isSaid?: (field: string) => boolean;
}

/** All that is wrong at once: what is refused for one field may have others that are wrong, too. */
export async function findChannelErrors(error: Error, refused: Refused): Promise<Record<string, string>> {
  const own = fieldErrors(error, channelFields(refused.provider));
  if (!(error instanceof ApiError) || error.status !== BAD_REQUEST) return own;
  return { ...(await findProblems(refused)), ...own };
}

/** What is wrong with all but the name of what the form does not send. Without a name nothing is asked of the service. */
export async function findOtherErrors({ body, ...refused }: Refused): Promise<Record<string, string>> {
  const { name: _none, ...others } = await findProblems({ ...refused, body: { ...body, name: '' } });
  return others;
}

async function findProblems({
  body,
  provider,
  isSaid = () => true,
}: Refused): Promise<Record<string, string>> {
  const fields = channelFields(provider);
  const { problems } = await getAnswer(api.POST('/api/channels/check', { body }));
  return Object.fromEntries(
    problems
      .map(({ field, message }) => [findFormField(field, fields) ?? 'name', message] as const)
      .filter(([field]) => isSaid(field)),
  );
}

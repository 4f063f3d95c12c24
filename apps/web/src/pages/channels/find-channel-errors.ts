import { ApiError } from '../../api/api-error.js';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { fieldErrors, findFormField } from '../../kit/forms/field-errors.js';
import { channelFields } from './channel-form-values.js';
import { type Provider } from './channel-queries.js';

const BAD_REQUEST = 400;

export interface Refused {
  body: Schema<'NewChannelInput'>;
  provider: Provider;
  /** Whether this field was changed here. Stored values are valid, but may be missing in the form. */
  isSaid?: (field: string) => boolean;
}

/** All errors at once: the gateway refuses a request with the first one. */
export async function findChannelErrors(error: Error, refused: Refused): Promise<Record<string, string>> {
  const own = fieldErrors(error, channelFields(refused.provider));
  if (!(error instanceof ApiError) || error.status !== BAD_REQUEST) return own;
  return { ...(await findProblems(refused)), ...own };
}

/** Errors of all fields but the name. With an empty name the gateway validates, but does not call the provider. */
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

import { ApiError } from '../../api/api-error.js';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { fieldErrors, findFormField } from '../../kit/forms/field-errors.js';
import { channelFields } from './channel-form-values.js';
import { type Provider } from './channel-queries.js';

const BAD_REQUEST = 400;

export interface ChannelSubmission {
  body: Schema<'NewChannelInput'>;
  provider: Provider;
  /** Whether the user changed this field. Errors of unchanged fields are ignored: the form may lack their stored values. */
  isChanged?: (field: string) => boolean;
}

/** The errors of all fields. The error response itself names only the first one. */
export async function findChannelErrors(
  error: Error,
  submission: ChannelSubmission,
): Promise<Record<string, string>> {
  const own = fieldErrors(error, channelFields(submission.provider));
  if (!(error instanceof ApiError) || error.status !== BAD_REQUEST) return own;
  return { ...(await findProblems(submission)), ...own };
}

/** The errors of all fields except the name. The empty name keeps the gateway from calling the provider after validation. */
export async function findOtherErrors({
  body,
  ...submission
}: ChannelSubmission): Promise<Record<string, string>> {
  const { name: _name, ...others } = await findProblems({ ...submission, body: { ...body, name: '' } });
  return others;
}

async function findProblems({
  body,
  provider,
  isChanged = () => true,
}: ChannelSubmission): Promise<Record<string, string>> {
  const fields = channelFields(provider);
  const { problems } = await unwrapResponse(api.POST('/api/channels/check', { body }));
  return Object.fromEntries(
    problems
      .map(({ field, message }) => [findFormField(field, fields) ?? 'name', message] as const)
      .filter(([field]) => isChanged(field)),
  );
}

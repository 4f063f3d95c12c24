import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, unwrapResponse } from '../../../api/client.js';
import { findFormField, showErrors } from '../../../kit/forms/field-errors.js';
import { channelFields } from '../channel-form-values.js';
import { type ChannelFormState } from '../use-channel-form.js';
import { type Provider } from '../channel-queries.js';
import { type CheckResult } from './check-outcome.js';
import { buildCheck, findMissing, isReady } from './connect-values.js';

/** Checks an account as soon as the required fields are filled in, and again when they change. */
export function useChannelCheck(form: ChannelFormState, provider: Provider) {
  const [checkedKey, setCheckedKey] = useState('');
  const [hasModelInput, setHasModelInput] = useState(!provider.lists_models);
  const check = useMutation({
    mutationFn: (body: Body) => unwrapResponse(api.POST('/api/channels/check', { body })),
    onSuccess: (result) => {
      setHasModelInput(!provider.lists_models || hasNoModelList(result));
      const suggested = result.models.filter((model) => model.suggested).map(({ id }) => id);
      if (result.models.length > 0) form.setFieldValue('models', suggested);
      // Must be last, because setting a value clears its error.
      form.setErrors(toErrors(result, provider));
    },
    // Allow another check of the same settings.
    onError: () => setCheckedKey(''),
  });
  const build = (): Body => buildCheck(form.getValues(), provider, hasModelInput);
  const run = (): void => {
    setCheckedKey(toKey(build()));
    check.mutate(build());
  };
  return {
    check,
    hasModelInput,
    /** Whether the result belongs to the current settings of the form. */
    isCurrent: check.data !== undefined && checkedKey === toKey(build()),
    /** Call this on blur or paste. */
    checkIfReady: (): void => {
      if (isReady(form.getValues(), provider) && checkedKey !== toKey(build())) run();
    },
    checkNow: (): void => {
      const missing = findMissing(form.getValues(), provider);
      if (Object.keys(missing).length > 0) showErrors(form, missing);
      else run();
    },
  };
}

type Body = ReturnType<typeof buildCheck>;

/** Ignores the name, because it does not affect the check. */
function toKey({ name: _name, ...settings }: Body): string {
  return JSON.stringify(settings);
}

/** Whether the provider responded, but without a list of its models. */
function hasNoModelList(result: CheckResult): boolean {
  if (result.models.length > 0) return false;
  const { status = null } = result.test ?? {};
  return result.outcome === 'works' || (status !== null && status !== 401 && status !== 403);
}

/** The errors by form field. The field that a failed check names is only marked, because the result shows the message. */
function toErrors({ outcome, problems, test }: CheckResult, provider: Provider): Record<string, ReactNode> {
  const fields = channelFields(provider);
  const fieldMessages = problems.map(
    ({ field, message }) => [findFormField(field, fields) ?? 'name', message] as const,
  );
  const suspectField = outcome === 'fails' && test?.field ? findFormField(test.field, fields) : undefined;
  return Object.fromEntries(
    suspectField === undefined ? fieldMessages : [...fieldMessages, [suspectField, true]],
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, getAnswer } from '../../../api/client.js';
import { findFormField, showErrors } from '../../../kit/forms/field-errors.js';
import { channelFields } from '../channel-form-values.js';
import { type ChannelFormState } from '../use-channel-form.js';
import { type Provider } from '../channel-queries.js';
import { type CheckResult } from './check-outcome.js';
import { buildCheck, findMissing, isReady } from './connect-values.js';

/** Asks the service as soon as there is something to ask, and again whenever that has changed. */
export function useChannelCheck(form: ChannelFormState, provider: Provider) {
  const [asked, setAsked] = useState('');
  const [namesModels, setNamesModels] = useState(!provider.lists_models);
  const check = useMutation({
    mutationFn: (body: Body) => getAnswer(api.POST('/api/channels/check', { body })),
    onSuccess: (result) => {
      setNamesModels(!provider.lists_models || isWithoutList(result));
      form.setErrors(toErrors(result, provider));
      const suggested = result.models.filter((model) => model.suggested).map(({ id }) => id);
      if (result.models.length > 0) form.setFieldValue('models', suggested);
    },
    // What could not be asked may be asked again.
    onError: () => setAsked(''),
  });
  const build = (): Body => buildCheck(form.getValues(), provider, namesModels);
  const run = (): void => {
    setAsked(toKey(build()));
    check.mutate(build());
  };
  return {
    check,
    namesModels,
    /** Whether what was found is of what stands in the form now. */
    isCurrent: check.data !== undefined && asked === toKey(build()),
    /** When somebody leaves a field, or has pasted something. */
    checkIfReady: (): void => {
      if (isReady(form.getValues(), provider) && asked !== toKey(build())) run();
    },
    checkNow: (): void => {
      const missing = findMissing(form.getValues(), provider);
      if (Object.keys(missing).length > 0) showErrors(form, missing);
      else run();
    },
  };
}

type Body = ReturnType<typeof buildCheck>;

/** The name of a channel changes nothing for its service. */
function toKey({ name: _name, ...settings }: Body): string {
  return JSON.stringify(settings);
}

/** Whether the service answered, but not with a list of its models. */
function isWithoutList(result: CheckResult): boolean {
  if (result.models.length > 0) return false;
  const { status = null } = result.test ?? {};
  return result.outcome === 'works' || (status !== null && status !== 401 && status !== 403);
}

function toErrors({ outcome, problems, test }: CheckResult, provider: Provider): Record<string, string> {
  const fields = channelFields(provider);
  const named = problems.map(
    ({ field, message }) => [findFormField(field, fields) ?? 'name', message] as const,
  );
  const suspect = outcome === 'fails' && test?.field ? findFormField(test.field, fields) : undefined;
  return Object.fromEntries(suspect === undefined ? named : [...named, [suspect, test?.message ?? '']]);
}

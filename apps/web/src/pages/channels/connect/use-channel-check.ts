import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, getAnswer } from '../../../api/client.js';
import { findFormField, showErrors } from '../../../kit/forms/field-errors.js';
import { channelFields } from '../channel-form-values.js';
import { type ChannelFormState } from '../use-channel-form.js';
import { type Provider } from '../channel-queries.js';
import { type CheckResult } from './check-outcome.js';
import { buildCheck, findMissing, isReady } from './connect-values.js';

/** Checks an account as soon as enough is typed, and again when that has changed. */
export function useChannelCheck(form: ChannelFormState, provider: Provider) {
  const [asked, setAsked] = useState('');
  const [namesModels, setNamesModels] = useState(!provider.lists_models);
  const check = useMutation({
    mutationFn: (body: Body) => getAnswer(api.POST('/api/channels/check', { body })),
    onSuccess: (result) => {
      setNamesModels(!provider.lists_models || isWithoutList(result));
      const suggested = result.models.filter((model) => model.suggested).map(({ id }) => id);
      if (result.models.length > 0) form.setFieldValue('models', suggested);
      // Last: a new value resets errors.
      form.setErrors(toErrors(result, provider));
    },
    // The same settings can be checked again.
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
    /** Whether the result is of the settings that are in the form now. */
    isCurrent: check.data !== undefined && asked === toKey(build()),
    /** For when a field is left, or something was pasted. */
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

/** The name of the channel does not matter to the provider. */
function toKey({ name: _name, ...settings }: Body): string {
  return JSON.stringify(settings);
}

/** Whether the provider responded, but not with a list of its models. */
function isWithoutList(result: CheckResult): boolean {
  if (result.models.length > 0) return false;
  const { status = null } = result.test ?? {};
  return result.outcome === 'works' || (status !== null && status !== 401 && status !== 403);
}

/** Problems by field. The field that a failed check is about is only marked: its message is shown with the result. */
function toErrors({ outcome, problems, test }: CheckResult, provider: Provider): Record<string, ReactNode> {
  const fields = channelFields(provider);
  const named = problems.map(
    ({ field, message }) => [findFormField(field, fields) ?? 'name', message] as const,
  );
  const suspect = outcome === 'fails' && test?.field ? findFormField(test.field, fields) : undefined;
  return Object.fromEntries(suspect === undefined ? named : [...named, [suspect, true]]);
}

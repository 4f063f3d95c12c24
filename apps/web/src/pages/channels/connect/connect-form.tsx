import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { type Location } from 'react-router';
import { type Schema, api, unwrapResponse } from '../../../api/client.js';
import { fieldErrors, showErrors } from '../../../kit/forms/field-errors.js';
import { FormFailure } from '../../../kit/forms/form-actions.js';
import { useUnsavedWarning } from '../../../kit/leaving/use-unsaved-warning.js';
import { type ChannelFormValues, buildNewChannel, channelFields } from '../channel-form-values.js';
import { type ChannelFormState, useChannelForm } from '../use-channel-form.js';
import { MODELS } from '../../models/model-queries.js';
import { CHANNELS, type Provider } from '../channel-queries.js';
import { findDraft } from './channel-draft.js';
import { CheckOutcome, type CheckResult } from './check-outcome.js';
import { ConnectFields } from './connect-fields.js';
import { getStartValues } from './connect-values.js';
import { findFirstModel } from './find-first-model.js';
import { FirstReply } from './first-reply.js';
import { ModelChoice } from './model-choice.js';
import { useChannelCheck } from './use-channel-check.js';

interface ConnectFormProps {
  provider: Provider;
  takenNames: readonly string[];
  /** Receives a function that returns the form values. */
  valuesRef: RefObject<(() => ChannelFormValues) | undefined>;
}

export function ConnectForm({ provider, takenNames, valuesRef }: ConnectFormProps) {
  const form = useChannelForm(getStartValues(provider, takenNames));
  useEffect(() => {
    valuesRef.current = form.getValues;
  });
  const { check, hasModelInput, isCurrent, checkIfReady, checkNow } = useChannelCheck(form, provider);
  const creation = useCreation(form, provider);
  useUnsavedWarning(form, creation.isPending || creation.created !== undefined, isCarriedOver);
  const result = isCurrent ? check.data : undefined;
  const submit = (): void => {
    if (result?.outcome === 'works' || result?.outcome === 'unknown') creation.create();
    else checkNow();
  };
  if (creation.created !== undefined) {
    return <FirstReply channel={creation.created} model={findFirstModel(creation.created, check.data)} />;
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack
        maw="48rem"
        onBlur={({ relatedTarget }) => isKeyField(relatedTarget) || checkIfReady()}
        // The form has the pasted text only after this event.
        onPaste={() => setTimeout(checkIfReady)}
      >
        <ConnectFields form={form} provider={provider} hasModelInput={hasModelInput} />
        <CheckOutcome result={result} provider={provider} isPending={check.isPending} error={check.error} />
        {check.data === undefined || check.data.models.length === 0 ? null : (
          <ModelChoice
            models={check.data.models}
            total={check.data.total_models}
            picked={form.values.models}
            onPick={(models) => form.setFieldValue('models', models)}
            error={form.errors['models']}
          />
        )}
        <FormFailure error={creation.error} fieldErrors={form.errors} />
        <ConnectActions
          result={result}
          isBusy={check.isPending || creation.isPending}
          onCreate={creation.create}
        />
      </Stack>
    </form>
  );
}

/** The form with all settings starts with the values of this form. */
function isCarriedOver({ pathname, search }: Location): boolean {
  const provider = new URLSearchParams(search).get('provider') ?? '';
  return pathname === '/channels/new' && findDraft(provider) !== undefined;
}

/** If the focus moves to the key, the account is not complete yet. */
function isKeyField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password';
}

interface ConnectActionsProps {
  result: CheckResult | undefined;
  isBusy: boolean;
  onCreate: () => void;
}

function ConnectActions({ result, isBusy, onCreate }: ConnectActionsProps) {
  const canConnect = result?.outcome === 'works' || result?.outcome === 'unknown';
  return (
    <Group justify="flex-end">
      {result?.outcome === 'fails' ? (
        <Button variant="default" onClick={onCreate} disabled={isBusy}>
          Connect anyway
        </Button>
      ) : null}
      <Button type="submit" loading={isBusy}>
        {canConnect ? 'Connect' : result === undefined ? 'Check' : 'Check again'}
      </Button>
    </Group>
  );
}

function useCreation(form: ChannelFormState, provider: Provider) {
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: Schema<'NewChannelInput'>) => unwrapResponse(api.POST('/api/channels', { body })),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: CHANNELS }),
        client.invalidateQueries({ queryKey: MODELS }),
      ]);
    },
    onError: (failure) => showErrors(form, fieldErrors(failure, channelFields(provider))),
  });
  const create = (): void => {
    if (!form.validate().hasErrors) mutate(buildNewChannel(form.getValues(), provider));
  };
  return { create, created: data, error, isPending };
}

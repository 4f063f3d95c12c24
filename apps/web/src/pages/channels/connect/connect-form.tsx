import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Schema, api, getAnswer } from '../../../api/client.js';
import { fieldErrors, showErrors } from '../../../kit/forms/field-errors.js';
import { FormFailure } from '../../../kit/forms/form-actions.js';
import { useUnsavedWarning } from '../../../kit/leaving/use-unsaved-warning.js';
import { buildNewChannel, channelFields } from '../channel-form-values.js';
import { type ChannelFormState, useChannelForm } from '../use-channel-form.js';
import { MODELS } from '../../models/model-queries.js';
import { CHANNELS, type Channel, type Provider } from '../channel-queries.js';
import { CheckOutcome, type CheckResult } from './check-outcome.js';
import { ConnectFields } from './connect-fields.js';
import { getStartValues } from './connect-values.js';
import { FirstReply } from './first-reply.js';
import { ModelChoice } from './model-choice.js';
import { useChannelCheck } from './use-channel-check.js';

interface ConnectFormProps {
  provider: Provider;
  takenNames: readonly string[];
}

export function ConnectForm({ provider, takenNames }: ConnectFormProps) {
  const form = useChannelForm(getStartValues(provider, takenNames));
  const { check, namesModels, isCurrent, checkIfReady, checkNow } = useChannelCheck(form, provider);
  const creation = useCreation(form, provider);
  useUnsavedWarning(form, creation.isPending || creation.created !== undefined);
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
        // What was pasted is in the form only after this.
        onPaste={() => setTimeout(checkIfReady)}
      >
        <ConnectFields form={form} provider={provider} namesModels={namesModels} />
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

/** Whoever goes on to the key has not said everything yet. */
function isKeyField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password';
}

interface ConnectActionsProps {
  result: CheckResult | undefined;
  isBusy: boolean;
  onCreate: () => void;
}

function ConnectActions({ result, isBusy, onCreate }: ConnectActionsProps) {
  const isFine = result?.outcome === 'works' || result?.outcome === 'unknown';
  return (
    <Group justify="flex-end">
      {result?.outcome === 'fails' ? (
        <Button variant="default" onClick={onCreate} disabled={isBusy}>
          Connect anyway
        </Button>
      ) : null}
      <Button type="submit" loading={isBusy}>
        {isFine ? 'Connect' : result === undefined ? 'Check' : 'Check again'}
      </Button>
    </Group>
  );
}

function useCreation(form: ChannelFormState, provider: Provider) {
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: Schema<'NewChannelInput'>) => getAnswer(api.POST('/api/channels', { body })),
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

/** What is asked for the first reply: the cheapest of those that were picked. */
function findFirstModel({ models }: Channel, result: CheckResult | undefined) {
  const names = models.map(({ id }) => id).filter((id) => !id.endsWith('*'));
  const known = (result?.models ?? []).filter(({ id }) => names.includes(id));
  const talking = known.filter(({ capabilities }) => capabilities.includes('chat'));
  const first = known.find(({ id }) => id === result?.first_model) ?? talking[0] ?? known[0];
  if (first !== undefined) return first;
  const [name] = names;
  const isOfVideos = result?.outcome === 'unknown';
  return name === undefined || isOfVideos ? undefined : { id: name, capabilities: ['chat' as const] };
}

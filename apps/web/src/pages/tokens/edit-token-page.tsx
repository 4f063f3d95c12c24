import { Button, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { fieldErrors, showErrors } from '../../kit/forms/field-errors.js';
import { Loaded, LoadedPage } from '../../kit/loaded.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { PageHeader } from '../../kit/page-header.js';
import { OneTimeSecret } from '../../kit/one-time-secret.js';
import { type FieldGroup, listFields, tokenFieldGroups } from './token-fields.js';
import { getChanges, toValues, tokenFieldPaths } from './token-form-values.js';
import { TokenForm, useTokenForm } from './token-form.js';
import { TOKENS, TOKEN_LIST, type Token, oneToken } from './token-queries.js';
import { openConfirmation } from '../../kit/confirm/confirmation.js';
import { describeRecordings, findShorterRecording } from './shorter-recording.js';

export function EditTokenPage() {
  const { id = '' } = useParams();
  const groups = useQuery(tokenFieldGroups);
  return (
    <LoadedPage query={useQuery(oneToken(id))} title="Token" list={TOKEN_LIST} maw="48rem">
      {(token) =>
        token.read_only || token.status !== 'active' ? (
          <Navigate to={`/tokens/${id}`} replace />
        ) : (
          <Loaded query={groups} h={400} maw="48rem">
            {(loaded) => <EditToken token={token} groups={loaded} />}
          </Loaded>
        )
      }
    </LoadedPage>
  );
}

function EditToken({ token, groups }: { token: Token; groups: readonly FieldGroup[] }) {
  const { id, name, webhook } = token;
  const fields = listFields(groups);
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useTokenForm(toValues(token, fields), groups);
  const change = useMutation({
    mutationFn: (body: Schema<'TokenChangesInput'>) =>
      unwrapResponse(api.PATCH('/api/tokens/{id}', { params: { path: { id } }, body })),
    onSuccess: async ({ webhook_secret: secret }) => {
      await client.invalidateQueries({ queryKey: TOKENS });
      if (secret !== undefined) return;
      notifySuccess('Token saved.');
      await navigate(`/tokens/${id}`);
    },
    onError: (error) => showErrors(form, fieldErrors(error, tokenFieldPaths(fields))),
  });
  const check = useRecordingCheck();
  const save = (changes: Schema<'TokenChangesInput'>): void =>
    check.run({ token, changes, onConfirm: () => change.mutate(changes) });
  const secret = change.data?.webhook_secret;
  return (
    <>
      <PageHeader title={`Edit ${name}`} description="Changes apply from the next request." />
      {secret === undefined ? (
        <TokenForm
          form={form}
          groups={groups}
          onSubmit={(values) => save(getChanges(form.getInitialValues(), values, fields))}
          error={change.error}
          actions={{
            submit: 'Save',
            isSubmitting: change.isPending || check.isCounting,
            cancelTo: `/tokens/${id}`,
          }}
          hasSecret={webhook?.has_secret === true}
        />
      ) : (
        <NewWebhookSecret secret={secret} doneTo={`/tokens/${id}`} />
      )}
    </>
  );
}

/** Shows the secret that the gateway generated for a webhook without one. */
function NewWebhookSecret({ secret, doneTo }: { secret: string; doneTo: string }) {
  return (
    <Stack maw="48rem">
      <OneTimeSecret noun="the webhook secret" secret={secret}>
        The token is saved. Its webhook calls are signed with this secret.
      </OneTimeSecret>
      <div>
        <Button component={Link} to={doneTo}>
          Done
        </Button>
      </div>
    </Stack>
  );
}

interface RecordingChange {
  token: Token;
  changes: Schema<'TokenChangesInput'>;
  onConfirm: () => void;
}

/** Asks for confirmation before recordings of a token are stored for a shorter time. */
function useRecordingCheck() {
  const countRecordings = useMutation({
    mutationFn: ({ token }: RecordingChange) =>
      unwrapResponse(api.GET('/api/requests/recordings/count', { params: { query: { token: token.id } } })),
    onSuccess: (recordings, change) => confirmShorterRecording(change, recordings),
    onError: notifyError,
  });
  const run = (change: RecordingChange): void => {
    if (findShorterRecording(change.token, change.changes) === undefined) change.onConfirm();
    else countRecordings.mutate(change);
  };
  return { run, isCounting: countRecordings.isPending };
}

function confirmShorterRecording(
  { token, changes, onConfirm }: RecordingChange,
  recordings: Schema<'RecordingCountView'>,
): void {
  const days = findShorterRecording(token, changes);
  if (days === undefined) return;
  openConfirmation({
    title: 'Delete new recordings earlier?',
    content: (
      <>
        <List size="sm">
          <List.Item>
            Delete after: {days.before.toLocaleString('en')} → {days.after.toLocaleString('en')} days
          </List.Item>
        </List>
        <Text size="sm" mt="sm">
          {describeRecordings(recordings)}
        </Text>
      </>
    ),
    confirmLabel: 'Save',
    onConfirm,
  });
}

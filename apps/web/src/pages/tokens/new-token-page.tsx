import { Button, Group, Stack } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { fieldErrors, showErrors } from '../../kit/forms/field-errors.js';
import { LoadedPage } from '../../kit/loaded.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { OneTimeSecret } from '../../kit/one-time-secret.js';
import { ClientSetup } from './setup/client-setup.js';
import { type FieldGroup, listFields, tokenFieldGroups } from './token-fields.js';
import {
  type TokenFormValues,
  blankToken,
  toCopy,
  toNewToken,
  tokenFieldPaths,
} from './token-form-values.js';
import { TokenForm, useTokenForm } from './token-form.js';
import { TOKENS, TOKEN_LIST, type Token, oneToken } from './token-queries.js';

interface NewTokenProps {
  groups: readonly FieldGroup[];
  initialValues: TokenFormValues;
  /** The name of the token that is duplicated. */
  copiedToken?: string;
}

/** The form for a new token. The URL parameter `from` initializes it with the settings of another token. */
export function NewTokenPage() {
  const [params] = useSearchParams();
  const from = params.get('from');
  const owner = params.get('owner') ?? '';
  return (
    <LoadedPage query={useQuery(tokenFieldGroups)} title="New token" list={TOKEN_LIST} maw="48rem">
      {(groups) => {
        if (from !== null) return <Duplicate key={from} id={from} groups={groups} />;
        const { name, settings } = blankToken(listFields(groups));
        return <NewToken groups={groups} initialValues={{ name, settings: { ...settings, owner } }} />;
      }}
    </LoadedPage>
  );
}

function Duplicate({ id, groups }: { id: string; groups: readonly FieldGroup[] }) {
  return (
    <LoadedPage query={useQuery(oneToken(id))} title="Token" list={TOKEN_LIST} maw="48rem">
      {(token) => <Copy token={token} groups={groups} />}
    </LoadedPage>
  );
}

function Copy({ token, groups }: { token: Token; groups: readonly FieldGroup[] }) {
  // Fixed when the form is opened, so that a refetch does not change the form.
  const [initialValues] = useState(() => toCopy(token, listFields(groups)));
  return <NewToken groups={groups} initialValues={initialValues} copiedToken={token.name} />;
}

function NewToken({ groups, initialValues, copiedToken }: NewTokenProps) {
  const client = useQueryClient();
  const fields = listFields(groups);
  const form = useTokenForm(initialValues, groups);
  const creation = useMutation({
    mutationFn: (body: Schema<'NewTokenInput'>) => unwrapResponse(api.POST('/api/tokens', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS }),
    onError: (error) => showErrors(form, fieldErrors(error, tokenFieldPaths(fields))),
  });
  if (creation.data !== undefined) {
    return (
      <>
        <PageHeader
          title={`${creation.data.name} is ready`}
          description="Copy the key, then connect a client."
        />
        <IssuedToken token={creation.data} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="New token"
        description={
          copiedToken === undefined
            ? 'Only the name is required. You can change everything else later.'
            : `A new key with the settings of ${copiedToken}.`
        }
      />
      <TokenForm
        form={form}
        groups={groups}
        onSubmit={(values) => creation.mutate(toNewToken(values, fields))}
        error={creation.error}
        actions={{ submit: 'Create token', isSubmitting: creation.isPending, cancelTo: '/tokens' }}
      />
    </>
  );
}

/** Shows the new key, which cannot be shown again, and the next steps. */
function IssuedToken({ token }: { token: Schema<'IssuedTokenView'> }) {
  const { id, key, webhook_secret: webhookSecret } = token;
  const navigate = useNavigate();
  return (
    <Stack maw="48rem">
      <OneTimeSecret noun="the key" secret={key}>
        Only a hash of it is stored. If you lose the key, rotate the token: it gets a new key and keeps its
        settings.
      </OneTimeSecret>
      {webhookSecret === undefined ? null : (
        <OneTimeSecret noun="the webhook secret" secret={webhookSecret}>
          Webhook calls of this token are signed with it.
        </OneTimeSecret>
      )}
      <Group>
        <Button
          leftSection={<IconFlask size={16} />}
          onClick={() => void navigate('/playground', { state: { token: key } })}
        >
          Try it in the playground
        </Button>
        <Button variant="default" component={Link} to={`/tokens/${id}`}>
          View token
        </Button>
      </Group>
      <Section title="Connect a client" p="lg">
        <ClientSetup token={token} tokenKey={key} />
      </Section>
    </Stack>
  );
}

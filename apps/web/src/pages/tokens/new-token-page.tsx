import { Button, Group, Paper, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { gatewayAddress, toAddress } from '../../app/place.js';
import { CodeBlock } from '../../kit/code-block.js';
import { Failure } from '../../kit/failure.js';
import { fieldErrors, showErrors } from '../../kit/forms/field-errors.js';
import { PageHeader } from '../../kit/page-header.js';
import { ShownOnce } from '../../kit/shown-once.js';
import { type ModelList, findChatModel } from './find-chat-model.js';
import { BLANK_TOKEN, TOKEN_FIELDS, type TokenFormValues, toCopy, toNewToken } from './token-form-values.js';
import { TokenForm, useTokenForm } from './token-form.js';
import { TOKENS, oneToken } from './token-queries.js';
import { snippetsFor } from './token-snippets.js';

const NOT_KNOWN = 'your-model';

interface NewTokenProps {
  initialValues: TokenFormValues;
  /** The name of the token that it is to be like. */
  likeToken?: string;
}

/** From nothing, or with the settings of another token. */
export function NewTokenPage() {
  const [params] = useSearchParams();
  const from = params.get('from');
  const owner = params.get('owner') ?? '';
  return from === null ? (
    <NewToken initialValues={{ ...BLANK_TOKEN, owner }} />
  ) : (
    <Duplicate key={from} id={from} />
  );
}

function Duplicate({ id }: { id: string }) {
  const { data: token, error, refetch } = useQuery(oneToken(id));
  const [initialValues, setInitialValues] = useState<TokenFormValues>();
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (token === undefined) return <Skeleton h={400} maw="48rem" aria-label="Loading" />;
  // As it was when the form was opened: nobody wants it to change while they fill it in.
  if (initialValues === undefined) setInitialValues(toCopy(token));
  return initialValues === undefined ? null : (
    <NewToken initialValues={initialValues} likeToken={token.name} />
  );
}

function NewToken({ initialValues, likeToken }: NewTokenProps) {
  const client = useQueryClient();
  const form = useTokenForm(initialValues);
  const creation = useMutation({
    mutationFn: (body: Schema<'NewTokenInput'>) => getAnswer(api.POST('/api/tokens', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS }),
    onError: (error) => showErrors(form, fieldErrors(error, TOKEN_FIELDS)),
  });
  if (creation.data !== undefined) {
    return (
      <>
        <PageHeader title={`${creation.data.name} is ready`} description="Copy its key, then try it." />
        <IssuedToken token={creation.data} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="New token"
        description={
          likeToken === undefined
            ? 'Only the name is needed; everything else can be changed later.'
            : `With the settings of ${likeToken}, and a key of its own.`
        }
      />
      <TokenForm
        form={form}
        onSubmit={(values) => creation.mutate(toNewToken(values))}
        error={creation.error}
        actions={{ submit: 'Create the token', isSubmitting: creation.isPending, cancelTo: '/tokens' }}
      />
    </>
  );
}

/** The one time that a key is seen, and what can be done with it. */
function IssuedToken({ token }: { token: Schema<'IssuedTokenView'> }) {
  const { id, key, webhook_secret: webhookSecret } = token;
  const navigate = useNavigate();
  return (
    <Stack maw="48rem">
      <ShownOnce noun="the key" secret={key}>
        It is stored only as a fingerprint. If you lose it, create another token.
      </ShownOnce>
      {webhookSecret === undefined ? null : (
        <ShownOnce noun="the webhook secret" secret={webhookSecret}>
          Calls to the webhook of this token are signed with it.
        </ShownOnce>
      )}
      <Group>
        <Button
          leftSection={<IconFlask size={16} />}
          onClick={() => void navigate('/playground', { state: { token: key } })}
        >
          Open in the playground
        </Button>
        <Button variant="default" component={Link} to={`/tokens/${id}`}>
          Go to the token
        </Button>
      </Group>
      <Paper withBorder p="lg">
        <Title order={2} size="h4" mb={4}>
          Use it in code
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          Every SDK for OpenAI, Anthropic or Gemini works: give it this gateway’s address and the key.
        </Text>
        <Snippets tokenKey={key} />
      </Paper>
    </Stack>
  );
}

function Snippets({ tokenKey }: { tokenKey: string }) {
  const model = useUsableModel(tokenKey);
  const snippets = snippetsFor({ gateway: gatewayAddress, key: tokenKey, model });
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb="sm">
        {snippets.map(({ language, label }) => (
          <Tabs.Tab key={language} value={language}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ language, label, code }) => (
        <Tabs.Panel key={language} value={language}>
          <CodeBlock code={code} label={`the example for ${label}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** A model that the new token may chat with, as the public API tells it. */
function useUsableModel(key: string): string {
  const { data } = useQuery({ queryKey: ['usable-model', key], queryFn: () => usableModel(key), gcTime: 0 });
  return data ?? NOT_KNOWN;
}

async function usableModel(key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(toAddress('/v1/models'), { headers, credentials: 'omit' });
  return findChatModel((await response.json()) as ModelList) ?? NOT_KNOWN;
}

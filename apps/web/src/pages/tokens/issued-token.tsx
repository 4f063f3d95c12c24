import { Button, Group, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { type Schema } from '../../api/client.js';
import { gatewayAddress } from '../../app/place.js';
import { CodeBlock } from '../../kit/code-block.js';
import { ShownOnce } from '../../kit/shown-once.js';
import { snippetsFor } from './token-snippets.js';
import { useUsableModel } from './use-usable-model.js';

/** The one time that a key is seen, and what can be done with it. */
export function IssuedToken({ token }: { token: Schema<'IssuedTokenView'> }) {
  const { id, key, webhook_secret: webhookSecret } = token;
  const navigate = useNavigate();
  return (
    <Stack maw="48rem">
      <ShownOnce noun="the key" secret={key}>
        It is stored only as a fingerprint. Whoever loses it needs another token.
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

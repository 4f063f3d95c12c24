import { Anchor, Code, Select, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadingPlaceholder } from '../../../kit/loading-placeholder.js';
import { gatewayAddress, toAddress } from '../../../app/addresses.js';
import { CodeBlock } from '../../../kit/code-block.js';
import { catalogList } from '../../catalog/catalog-queries.js';
import { type Token } from '../token-queries.js';
import { AGENT_SETUPS } from './agent-setups.js';
import classes from './client-setup.module.css';
import { SDK_SETUPS } from './sdk-setups.js';
import { type ClientSetup as Setup, type SetupValues, TOKEN_VARIABLE } from './setup-values.js';
import { findUsableModels } from './usable-models.js';

interface ClientSetupProps {
  token: Pick<Token, 'models' | 'read_only'>;
  /** Only available right after the key was created. */
  tokenKey?: string;
}

const SETUPS = [...AGENT_SETUPS, ...SDK_SETUPS];
const UNKNOWN_MODEL = 'your-model';
const HEIGHT = 320;
const MAX_MODELS = 200;

/** Setup instructions for coding agents and SDKs, ready to copy. */
export function ClientSetup({ token, tokenKey }: ClientSetupProps) {
  const models = useUsableModels(token);
  const [chosen, setChosen] = useState<string | null>(null);
  if (models === undefined) return <LoadingPlaceholder h={HEIGHT} />;
  const model = chosen ?? models[0] ?? UNKNOWN_MODEL;
  return (
    <Stack gap="sm">
      {tokenKey === undefined ? <KeyNote token={token} /> : null}
      {models.length < 2 ? null : (
        <Select label="Model" data={models} value={model} onChange={setChosen} searchable maw="24rem" />
      )}
      <SetupTabs values={{ gateway: gatewayAddress, key: tokenKey, model }} />
    </Stack>
  );
}

function KeyNote({ token: { read_only: isDeclared } }: Pick<ClientSetupProps, 'token'>) {
  return (
    <Text size="sm" c="dimmed">
      The key is not shown again. These examples read it from the environment variable{' '}
      <Code>{TOKEN_VARIABLE}</Code>.{' '}
      {isDeclared === true ? 'The config file has the key.' : 'If you no longer have the key, rotate it.'}
    </Text>
  );
}

function SetupTabs({ values }: { values: SetupValues }) {
  return (
    <Tabs defaultValue={SETUPS[0]?.id} variant="pills" keepMounted={false}>
      <Tabs.List mb="sm" aria-label="Client" className={classes.clients}>
        {SETUPS.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id} px="sm" py={6}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {SETUPS.map((setup) => (
        <Tabs.Panel key={setup.id} value={setup.id}>
          <SetupPanel setup={setup} values={values} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function SetupPanel({ setup: { label, anchor, build }, values }: { setup: Setup; values: SetupValues }) {
  return (
    <Stack gap="sm">
      {build(values).map(({ title, code }) => (
        <div key={title}>
          <Text size="sm" fw={550} mb={4}>
            {title}
          </Text>
          <CodeBlock code={code} label={`${label}: ${title}`} />
        </div>
      ))}
      <Text size="sm" c="dimmed">
        For details, see {label} in the{' '}
        <Anchor inherit underline="always" href={toAddress(`/docs/guide/clients#${anchor}`)}>
          client guide
        </Anchor>
        .
      </Text>
    </Stack>
  );
}

/** The chat models that the token has access to; undefined while they are loading. */
function useUsableModels(token: Pick<Token, 'models'>): string[] | undefined {
  const { data, error } = useQuery({
    ...catalogList({ capability: 'chat', limit: MAX_MODELS }),
    staleTime: 60_000,
  });
  if (error !== null && data === undefined) return [];
  return data === undefined ? undefined : findUsableModels(token, data.data);
}

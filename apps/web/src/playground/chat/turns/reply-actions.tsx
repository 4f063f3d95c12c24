import { ActionIcon, Box, Button, Code, Group, Modal, Stack, Tabs, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBraces, IconRefresh } from '@tabler/icons-react';
import { CopyButton } from '../../../kit/copy-button.js';
import { shortenData } from '../../view-code/shorten-data.js';
import { ViewCode } from '../../view-code/view-code.js';
import { type ReplyTurn, textIn } from '../conversation.js';
import classes from './turns.module.css';

interface ReplyActionsProps {
  turn: ReplyTurn;
  /** Undefined where it is not the last, or nothing could be asked. */
  onRegenerate: (() => void) | undefined;
}

export function ReplyActions({ turn, onRegenerate }: ReplyActionsProps) {
  const [opened, { open, close }] = useDisclosure();
  const text = textIn(turn);
  return (
    <Group gap={4} className={classes.actions}>
      {text === '' ? null : <CopyButton value={text} label="Copy the reply" />}
      {onRegenerate === undefined ? null : (
        <Tooltip label="Regenerate">
          <ActionIcon variant="subtle" color="gray" aria-label="Regenerate the reply" onClick={onRegenerate}>
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Button size="compact-xs" variant="default" leftSection={<IconBraces size={14} />} onClick={open}>
        Raw
      </Button>
      <ViewCode request={turn.request} size="compact-xs" />
      <Modal opened={opened} onClose={close} title="Request and response" size="xl">
        {opened ? <RawPanel turn={turn} /> : null}
      </Modal>
    </Group>
  );
}

/** What went over the wire. */
function RawPanel({ turn: { request, raw, report } }: { turn: ReplyTurn }) {
  const { method, path, json } = request;
  const headers = (report?.headers ?? []).map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Tabs defaultValue="response">
      <Tabs.List mb="sm">
        <Tabs.Tab value="request">Request</Tabs.Tab>
        <Tabs.Tab value="response">Response</Tabs.Tab>
        <Tabs.Tab value="headers">Headers</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="request">
        <Stack gap="xs">
          <Text size="sm">
            <Code>{`${method} ${path}`}</Code>
          </Text>
          <RawText text={JSON.stringify(json, null, 2)} label="the request" />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="response">
        <RawText text={raw.join('\n')} label="the response" />
      </Tabs.Panel>
      <Tabs.Panel value="headers">
        <RawText text={headers} label="the headers" />
      </Tabs.Panel>
    </Tabs>
  );
}

function RawText({ text, label }: { text: string; label: string }) {
  if (text === '') {
    return (
      <Text size="sm" c="dimmed">
        Nothing came.
      </Text>
    );
  }
  return (
    <Box pos="relative">
      <Code block tabIndex={0} aria-label={label} pr={44} className={classes.code}>
        {shortenData(text)}
      </Code>
      <Box pos="absolute" top={6} right={12}>
        <CopyButton value={text} label={`Copy ${label}`} />
      </Box>
    </Box>
  );
}

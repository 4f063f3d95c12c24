import { Box, Code, Modal, Stack, Tabs, Text } from '@mantine/core';
import { CopyButton } from '../../../kit/copy-button.js';
import { shortenData } from '../../view-code/shorten-data.js';
import { type ReplyTurn } from '../conversation.js';
import classes from './turns.module.css';

interface RawDialogProps {
  turn: ReplyTurn;
  isOpen: boolean;
  onClose: () => void;
}

export function RawDialog({ turn, isOpen, onClose }: RawDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Request and response" size="xl">
      {isOpen ? <RawPanel turn={turn} /> : null}
    </Modal>
  );
}

/** The request body, the unparsed response and the response headers. */
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
        Empty.
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

import { Button, Code, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { useState } from 'react';
import { SegmentedControl } from '../../kit/segmented-control.js';
import { gatewayAddress } from '../../app/addresses.js';
import { CodeBlock } from '../../kit/code-block.js';
import { writeCurl } from '../view-code/write-curl.js';
import { type RealtimeScript, realtimeCode } from './realtime-code.js';
import { secretRequest } from './session-options.js';

const LANGUAGES = {
  typescript: { label: 'TypeScript', install: 'npm install ws', write: realtimeCode.typescript },
  python: { label: 'Python', install: 'pip install websockets', write: realtimeCode.python },
  curl: {
    label: 'Client secret (curl)',
    install: undefined,
    write: ({ options }: RealtimeScript, address: string) => writeCurl(secretRequest(options), address),
  },
} as const;
type Language = keyof typeof LANGUAGES;

/** A button that opens a dialog with code for the conversation. */
export function RealtimeCodeButton({ script }: { script: RealtimeScript }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconCode size={16} />} onClick={open}>
        View code
      </Button>
      <Modal opened={opened} onClose={close} title="Code" size="xl">
        {opened ? <RealtimeCodePanel script={script} /> : null}
      </Modal>
    </>
  );
}

function RealtimeCodePanel({ script }: { script: RealtimeScript }) {
  const [language, setLanguage] = useState<Language>('typescript');
  const { label, install, write } = LANGUAGES[language];
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Language"
        data={Object.entries(LANGUAGES).map(([value, { label }]) => ({ value, label }))}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      <Text size="sm" c="dimmed">
        Reads the token from <Code>MODELGATE_TOKEN</Code>
        {install === undefined ? null : (
          <>
            {' '}
            and <Code>{install}</Code>
          </>
        )}
        .{' '}
        {language === 'curl'
          ? 'With the client secret, a browser can open this session without the token.'
          : null}
      </Text>
      <CodeBlock code={write(script, gatewayAddress)} label={`the conversation in ${label}`} />
    </Stack>
  );
}

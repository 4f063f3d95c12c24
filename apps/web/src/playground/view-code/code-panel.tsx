import { Box, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { SegmentedControl } from '../../kit/segmented-control.js';
import { gatewayAddress } from '../../app/addresses.js';
import { CopyButton } from '../../kit/copy-button.js';
import { type ApiRequest } from '../call/api-request.js';
import classes from './code-panel.module.css';
import { shortenData } from './shorten-data.js';
import { writeCurl } from './write-curl.js';
import { writeGo } from './write-go.js';
import { writePhp } from './write-php.js';
import { pythonPackage, writePython } from './write-python.js';
import { typescriptPackage, writeTypeScript } from './write-typescript.js';

const LANGUAGES = {
  curl: { label: 'curl', write: writeCurl, install: () => undefined },
  typescript: {
    label: 'TypeScript',
    write: writeTypeScript,
    install: (request: ApiRequest) => withPrefix('npm install ', typescriptPackage(request)),
  },
  python: {
    label: 'Python',
    write: writePython,
    install: (request: ApiRequest) => withPrefix('pip install ', pythonPackage(request)),
  },
  go: { label: 'Go', write: writeGo, install: () => undefined },
  php: { label: 'PHP', write: writePhp, install: () => undefined },
} as const;

type Language = keyof typeof LANGUAGES;

/** The code for a request in a selectable language. */
export function CodePanel({ request }: { request: ApiRequest }) {
  const [language, setLanguage] = useState<Language>('curl');
  const { label, write, install } = LANGUAGES[language];
  const code = write(request, gatewayAddress);
  const shortenedCode = shortenData(code);
  const installation = install(request);
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Language"
        data={Object.entries(LANGUAGES).map(([value, { label }]) => ({ value, label }))}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Reads the token from <Code>MODELGATE_TOKEN</Code>
          {installation === undefined ? null : (
            <>
              {' '}
              and requires <Code>{installation}</Code>
            </>
          )}
          .
        </Text>
      </Group>
      <Box pos="relative">
        <Code block tabIndex={0} aria-label={`The request in ${label}`} className={classes.code}>
          {shortenedCode}
        </Code>
        <Box className={classes.copy}>
          <CopyButton value={code} label={`Copy the ${label} code`} />
        </Box>
      </Box>
      {shortenedCode === code ? null : (
        <Text size="xs" c="dimmed">
          Long data is shortened here. Copying copies all of it.
        </Text>
      )}
    </Stack>
  );
}

function withPrefix(prefix: string, name: string | undefined): string | undefined {
  return name === undefined ? undefined : prefix + name;
}

import { Tabs } from '@mantine/core';
import { gatewayAddress } from '../../app/place.js';
import { CodeBlock } from '../../kit/code-block.js';
import { type ApiRequest } from '../../playground/call/api-request.js';
import { writeCurl } from '../../playground/view-code/write-curl.js';
import { writePython } from '../../playground/view-code/write-python.js';
import { writeTypeScript } from '../../playground/view-code/write-typescript.js';

const LANGUAGES = [
  { id: 'curl', label: 'curl', write: writeCurl },
  { id: 'typescript', label: 'TypeScript', write: writeTypeScript },
  { id: 'python', label: 'Python', write: writePython },
] as const;

export function CodeExamples({ request, summary }: { request: ApiRequest; summary: string }) {
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label={`Examples: ${summary}`}>
        {LANGUAGES.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map(({ id, label, write }) => (
        <Tabs.Panel key={id} value={id} pt="xs">
          <CodeBlock
            code={write(request, gatewayAddress)}
            label={`Example in ${label}`}
            copyLabel={`Copy the example in ${label}`}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

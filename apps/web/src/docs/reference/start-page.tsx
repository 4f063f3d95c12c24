import { Anchor, Box, Code, List, Table, Text } from '@mantine/core';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { gatewayAddress, toAddress } from '../../app/addresses.js';
import { CodeBlock } from '../../kit/code-block.js';
import { ProgressiveRender } from '../../kit/progressive-render.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { Loading } from '../../shell/page-fallbacks.js';
import { Prose } from '../prose.js';
import { ReferenceFailure } from './reference-failure.js';
import { type Reference } from './reference.js';
import { useReference } from './use-reference.js';

export function StartPage() {
  const { data: loaded, error } = useReference();
  // The list is long. Deferring the value lets React split its rendering into short tasks.
  const data = useDeferredValue(loaded);
  if (error !== null) return <ReferenceFailure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <PageHeader
        title="API reference"
        description={`Version ${data.version}. All endpoints, with their fields, code examples and a form to try them.`}
      />
      <Section title="Base URL and token" mb="md">
        <Text size="sm" mb="xs">
          Send an API token to the model API and an admin token to the admin API, both as{' '}
          <Code>Authorization: Bearer …</Code>. For programs, this reference is also available as{' '}
          <Anchor href={toAddress('/openapi.json')}>openapi.json</Anchor>.
        </Text>
        <CodeBlock code={`${gatewayAddress}/v1`} label="the base URL" />
      </Section>
      <ProgressiveRender first={1}>
        {data.parts.map(({ id, title, groups }) => (
          <Section key={id} title={title} mb="md">
            <Endpoints groups={groups} />
          </Section>
        ))}
        <Limits />
        <Directives directives={data.directives} />
        <Errors errors={data.errors} />
      </ProgressiveRender>
    </>
  );
}

function Endpoints({ groups }: { groups: Reference['parts'][number]['groups'] }) {
  return groups.map(({ id, title, operations }) => (
    <Box key={id} mb="sm">
      <Anchor component={Link} to={`/api/${id}`} fw={600} size="sm">
        {title}
      </Anchor>
      <List size="sm" listStyleType="none" spacing={2} mt={4}>
        {operations.map((operation) => (
          <List.Item key={operation.id}>
            <Anchor
              component={Link}
              to={`/api/${id}#${operation.id}`}
              c="inherit"
              style={{ overflowWrap: 'anywhere' }}
            >
              <Code>{`${operation.method} ${operation.path}`}</Code>
            </Anchor>{' '}
            <Text span size="sm" c="dimmed">
              {operation.summary}
            </Text>
          </List.Item>
        ))}
      </List>
    </Box>
  ));
}

function Limits() {
  return (
    <Section title="Limits" mb="md">
      <Prose text="Responses, including errors, show the limits of the token: `x-ratelimit-limit-requests`, `x-ratelimit-remaining-requests`, `x-ratelimit-reset-requests`, and the same with `-tokens`. Anthropic clients get `anthropic-ratelimit-requests-limit` and so on. A 429 response has the seconds to wait in `retry-after`; `x-should-retry: false` means that a retry will not help." />
      <Text size="sm" mt="xs">
        See{' '}
        <Anchor component={Link} to="/guide/limits">
          Limits
        </Anchor>{' '}
        in the guide.
      </Text>
    </Section>
  );
}

function Directives({ directives }: { directives: Reference['directives'] }) {
  return (
    <Section title="Sandbox directives" mb="md">
      <Text size="sm" mb="xs">
        Directives in double square brackets control how the sandbox models respond. Use them to test how your
        application handles errors, delays and broken streams. See{' '}
        <Anchor component={Link} to="/guide/sandbox">
          Sandbox
        </Anchor>{' '}
        in the guide.
      </Text>
      <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Directive</Table.Th>
              <Table.Th>Effect</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {directives.map(({ name, example, effect }) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <Code>{example}</Code>
                </Table.Td>
                <Table.Td>
                  <Prose text={effect} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Errors({ errors }: { errors: Reference['errors'] }) {
  return (
    <Section title="Errors" mb="md">
      <Text size="sm" mb="xs">
        Each client gets errors in its own API format. Some errors have another status for Anthropic and
        Google clients.
      </Text>
      <Table.ScrollContainer minWidth={760} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Status</Table.Th>
              <Table.Th>Code</Table.Th>
              <Table.Th>Meaning</Table.Th>
              <Table.Th>Anthropic</Table.Th>
              <Table.Th>Google</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ status, code, meaning, anthropic, google }) => (
              <Table.Tr key={`${code} ${meaning}`}>
                <Table.Td>{status}</Table.Td>
                <Table.Td>
                  <Code>{code}</Code>
                </Table.Td>
                <Table.Td>
                  <Prose text={meaning} />
                </Table.Td>
                <Table.Td>{describeError(status, anthropic.status, anthropic.type)}</Table.Td>
                <Table.Td>{describeError(status, google.status, google.code)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

/** Shows the status only if it differs from the default status of the error. */
function describeError(defaultStatus: number, status: number, code: string): string {
  return status === defaultStatus ? code : `${status} ${code}`;
}

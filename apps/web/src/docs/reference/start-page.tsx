import { Anchor, Box, Code, List, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { gatewayAddress, toAddress } from '../../app/place.js';
import { CodeBlock } from '../../kit/code-block.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { Loading } from '../../shell/page-fallbacks.js';
import { Prose } from '../prose.js';
import { ReferenceFailure } from './reference-failure.js';
import { type Reference } from './reference.js';
import { useReference } from './use-reference.js';

export function StartPage() {
  const { data, error } = useReference();
  if (error !== null) return <ReferenceFailure error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <PageHeader
        title="API reference"
        description={`Version ${data.version}. Every endpoint with its fields, examples, and a way to try it.`}
      />
      <Section title="Address and token" mb="md">
        <Text size="sm" mb="xs">
          The model API takes an API token, the admin API an admin token, both as{' '}
          <Code>Authorization: Bearer …</Code>. The same as a document for programs:{' '}
          <Anchor href={toAddress('/openapi.json')}>openapi.json</Anchor>.
        </Text>
        <CodeBlock code={`${gatewayAddress}/v1`} label="the base address" />
      </Section>
      {data.parts.map(({ id, title, groups }) => (
        <Section key={id} title={title} mb="md">
          <Endpoints groups={groups} />
        </Section>
      ))}
      <Limits />
      <Directives directives={data.directives} />
      <Errors errors={data.errors} />
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
      <Prose text="Answers and refusals say how the limits of the token stand: `x-ratelimit-limit-requests`, `x-ratelimit-remaining-requests`, `x-ratelimit-reset-requests`, and the same with `-tokens`. Clients of Anthropic get `anthropic-ratelimit-requests-limit` and so on. A refusal says in `retry-after` when the request would be taken; `x-should-retry: false` means that waiting is of no use." />
      <Text size="sm" mt="xs">
        More of it in the guide:{' '}
        <Anchor component={Link} to="/guide/limits">
          limits
        </Anchor>
        .
      </Text>
    </Section>
  );
}

function Directives({ directives }: { directives: Reference['directives'] }) {
  return (
    <Section title="Directives of the sandbox" mb="md">
      <Text size="sm" mb="xs">
        The models of the sandbox do as they are told by words in double square brackets, so that you can test
        how an application takes what models and networks do to it. More of it in the guide:{' '}
        <Anchor component={Link} to="/guide/sandbox">
          the sandbox
        </Anchor>
        .
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
        Every client gets errors in its own format. Some have a status of their own for Anthropic’s and
        Google’s clients.
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
                <Table.Td>{sayOther(status, anthropic.status, anthropic.type)}</Table.Td>
                <Table.Td>{sayOther(status, google.status, google.code)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function sayOther(usual: number, status: number, word: string): string {
  return status === usual ? word : `${status} ${word}`;
}

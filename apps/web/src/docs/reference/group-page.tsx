import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { PageHeader } from '../../kit/page-header.js';
import { PlaygroundTokenProvider } from '../../playground/token-context.js';
import { SessionProvider } from '../../session/session-provider.js';
import { Loading, NotFound } from '../../shell/page-fallbacks.js';
import { ReferenceFailure } from './reference-failure.js';
import { OperationSection } from './operation-section.js';
import { useReference } from './use-reference.js';

const FORWARDED =
  'Fields that are not listed are forwarded to the provider unchanged; null means that a field is omitted. Fields that would send a request to another host or account are rejected.';

/** The only page that needs the session: examples use a model of the user, and requests are sent with their token. */
export function GroupPage() {
  return (
    <SessionProvider>
      <PlaygroundTokenProvider>
        <Operations />
      </PlaygroundTokenProvider>
    </SessionProvider>
  );
}

function Operations() {
  const { group: id } = useParams();
  const { data, error } = useReference();
  const { hash } = useLocation();
  useEffect(() => {
    if (data !== undefined && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [data, hash]);
  if (error !== null) return <ReferenceFailure error={error} />;
  if (data === undefined) return <Loading />;
  const part = data.parts.find(({ groups }) => groups.some((one) => one.id === id));
  const group = part?.groups.find((one) => one.id === id);
  if (part === undefined || group === undefined) return <NotFound home="Go to the API reference" />;
  return (
    <>
      <PageHeader title={group.title} description={`${part.title}, at ${data.address}`} />
      {part.id === 'model' ? (
        <Text size="sm" mb="md">
          {FORWARDED}
        </Text>
      ) : null}
      {group.operations.map((operation) => (
        <OperationSection
          key={operation.id}
          operation={operation}
          schemas={data.schemas}
          isOfModelApi={part.id === 'model'}
        />
      ))}
    </>
  );
}

import { Anchor, List, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageHeader } from '../../kit/page-header.js';
import { Loading } from '../../shell/page-fallbacks.js';
import { useGuide } from '../guide/use-guide.js';
import { useReference } from '../reference/use-reference.js';
import { findEntries, listOperations, listSections } from './search-entries.js';

export function SearchPage() {
  const [parameters] = useSearchParams();
  const query = parameters.get('q') ?? '';
  const reference = useReference();
  const guide = useGuide();
  const entries = useMemo(
    () => [
      ...(reference.data === undefined ? [] : listOperations(reference.data)),
      ...(guide.data === undefined ? [] : listSections(guide.data)),
    ],
    [reference.data, guide.data],
  );
  if (reference.isPending || guide.isPending) return <Loading />;
  const found = findEntries(entries, query);
  return (
    <>
      <PageHeader
        title={query === '' ? 'Search' : `Search: ${query}`}
        description={
          found.length === 0 ? 'Nothing was found.' : `${found.length} places in the reference and the guide.`
        }
      />
      <List listStyleType="none" spacing="md">
        {found.map(({ to, title, place, text }) => (
          <List.Item key={to} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={to} fw={600}>
              {title}
            </Anchor>
            <Text size="xs" c="dimmed">
              {place}
            </Text>
            <Text size="sm">{text}</Text>
          </List.Item>
        ))}
      </List>
    </>
  );
}

import { Anchor, List } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { PageHeader } from '../../kit/page-header.js';
import { Loading } from '../../shell/page-fallbacks.js';
import { toWords } from './search-entries.js';
import { SearchResult } from './search-result.js';
import { useSearch } from './use-search.js';

const MAX_RESULTS = 50;

export function SearchPage() {
  const [parameters] = useSearchParams();
  const query = parameters.get('q') ?? '';
  const { found, isPending } = useSearch(query, MAX_RESULTS);
  if (isPending) return <Loading />;
  return (
    <>
      <PageHeader
        title={query === '' ? 'Search' : `Search: ${query}`}
        description={describe(query, found.length)}
      />
      <List listStyleType="none" spacing="md">
        {found.map(({ to, title, place, text }) => (
          <List.Item key={to} style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={to} fw={600}>
              {title}
            </Anchor>
            <SearchResult place={place} text={text} words={toWords(query)} />
          </List.Item>
        ))}
      </List>
    </>
  );
}

function describe(query: string, count: number): string {
  if (query === '') return 'Enter a word in the search field above.';
  if (count === 0) return 'No results. Try another word, or fewer words.';
  return count === MAX_RESULTS
    ? `The first ${count} results`
    : `${count} ${count === 1 ? 'result' : 'results'}`;
}

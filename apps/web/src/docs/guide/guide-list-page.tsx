import { Anchor, Box, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeader } from '../../kit/page-header.js';
import { GUIDE_GROUPS } from './guide-pages.js';

export function GuideListPage() {
  return (
    <>
      <PageHeader title="Guide" description="How to install, use and operate this gateway." />
      {GUIDE_GROUPS.map(({ title, pages }) => (
        <Box key={title} component="section" aria-label={title} mb="xl">
          <Title order={2} size="h4" mb="sm">
            {title}
          </Title>
          <SimpleGrid
            cols={{ base: 1, sm: 2 }}
            spacing="sm"
            component="ul"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
          >
            {pages.map((page) => (
              <li key={page.name}>
                <Anchor component={Link} to={`/guide/${page.name}`} fw={600} size="sm">
                  {page.title}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {page.summary}
                </Text>
              </li>
            ))}
          </SimpleGrid>
        </Box>
      ))}
    </>
  );
}

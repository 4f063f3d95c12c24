import { Anchor, List } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeader } from '../../kit/page-header.js';
import { GUIDE_PAGES } from './guide-pages.js';

export function GuideListPage() {
  return (
    <>
      <PageHeader
        title="Guide"
        description="How this gateway is run, set up and used. It comes with the gateway, and needs no other host."
      />
      <List spacing="xs">
        {GUIDE_PAGES.map(({ name, title }) => (
          <List.Item key={name}>
            <Anchor component={Link} to={`/guide/${name}`}>
              {title}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </>
  );
}

const OUTCOME_MS = 2_000;

// Set before the first paint, so that the page does not jump when the sections become tabs.
document.documentElement.classList.add('has-script');

document.addEventListener('DOMContentLoaded', () => {
  turnIntoTabs(document.querySelector('.connections'));
  for (const button of document.querySelectorAll('[data-copies]')) makeCopy(button);
});

function turnIntoTabs(section) {
  const panels = [...section.querySelectorAll('.sdk')];
  const tabs = panels.map(createTab);
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-labelledby', 'connections-title');
  list.append(...tabs);
  panels[0]?.before(list);

  const select = (selected) => {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === selected));
      tab.tabIndex = index === selected ? 0 : -1;
      panels[index].hidden = index !== selected;
    }
  };
  list.addEventListener('click', ({ target }) => {
    const clicked = tabs.indexOf(target);
    if (clicked !== -1) select(clicked);
  });
  list.addEventListener('keydown', (event) => {
    const next = neighbour(event.key, tabs.indexOf(document.activeElement), tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
    tabs[next].focus();
  });
  const linked = panels.findIndex(({ id }) => `#${id}` === location.hash);
  select(Math.max(linked, 0));
  section.classList.add('has-tabs');
}

function createTab(panel) {
  const tab = document.createElement('button');
  tab.type = 'button';
  tab.id = `${panel.id}-tab`;
  tab.textContent = panel.querySelector('h3').textContent;
  tab.setAttribute('role', 'tab');
  tab.setAttribute('aria-controls', panel.id);
  panel.setAttribute('role', 'tabpanel');
  panel.setAttribute('aria-labelledby', tab.id);
  return tab;
}

function neighbour(key, current, count) {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function makeCopy(button) {
  const label = button.querySelector('.outcome');
  const announcement = document.getElementById('announcement');
  let timer;
  button.addEventListener('click', async () => {
    const isCopied = await getCopyText(document.getElementById(button.dataset.copies));
    button.dataset.outcome = isCopied ? 'copied' : 'selected';
    label.textContent = isCopied ? 'Copied' : 'Selected';
    announcement.textContent = isCopied ? 'Copied' : 'Could not copy. The text is selected.';
    clearTimeout(timer);
    timer = setTimeout(() => {
      delete button.dataset.outcome;
      label.textContent = 'Copy';
      announcement.textContent = '';
    }, OUTCOME_MS);
  });
}

async function getCopyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    // Browsers deny access to the clipboard over plain HTTP, except for localhost.
    return copyBySelecting(element);
  }
}

/** Fallback: selects the text. If copying fails, too, the user can copy the selection. */
function copyBySelecting(element) {
  const selection = getSelection();
  selection.selectAllChildren(element);
  const isCopied = document.execCommand('copy');
  if (isCopied) selection.removeAllRanges();
  return isCopied;
}

import { describe, expect, it } from '@jest/globals';
import { html } from './html.js';

describe('html', () => {
  it('escapes inserted values in text and attributes', () => {
    const hostile = `"><script>'&amp;`;
    expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;amp;">&quot;&gt;&lt;script&gt;&#39;&amp;amp;</a>',
    );
  });

  it('does not escape its own results, also in lists', () => {
    const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
    expect(html`<p>${items}${html`<b>${'&'}</b>`}</p>`.text).toBe(
      '<p><i>a</i><i>&lt;b&gt;</i><b>&amp;</b></p>',
    );
  });
});

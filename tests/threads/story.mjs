// The article above the comments of a blog.

import { escaped } from './text.mjs';

export const paragraphs = ({ article }) =>
  article.paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n');

export const metadata = ({ title, site, host, language, article, comments }, path) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Article',
      '@id': `https://${host}${path}#article`,
      headline: title,
      author: { '@type': 'Person', name: article.author },
      datePublished: article.time.replace('Z', '+00:00'),
      commentCount: comments.length,
      publisher: { '@type': 'Organization', name: site },
      inLanguage: language,
      potentialAction: [{ '@type': 'CommentAction', name: 'Comment', target: [`https://${host}${path}#respond`] }],
    },
    { '@type': 'WebSite', url: `https://${host}/`, name: site },
  ],
});

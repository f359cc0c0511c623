// A conversation as a system orders it, and the page that shows it.

import { said } from './text.mjs';

/**
 * The comments as a tree. In a conversation below an article every one belongs to it; otherwise the first opens
 * the conversation and is no part of the tree.
 */
export function branches({ article, comments }) {
  const nodes = comments.map((comment, index) => ({ ...comment, index, depth: 0, children: [] }));
  const roots = [];
  for (const node of article ? nodes : nodes.slice(1)) {
    const parent = node.answers === null || (!article && node.answers === 0) ? undefined : nodes[node.answers];
    if (parent) {
      node.depth = parent.depth + 1;
      node.parent = parent;
      parent.children.push(node);
    } else roots.push(node);
  }
  return roots;
}

/** The nodes of a tree in the order in which they stand on the page. */
export const inOrder = (nodes) => nodes.flatMap((node) => [node, ...inOrder(node.children)]);

/** What a page has to yield for one comment. */
export function entry(comment, { time, depth = 0, dialect, author = comment.author, text, otherTimes }) {
  return {
    author,
    time: time ?? null,
    depth,
    text: text ?? said(comment.text, dialect),
    ...(otherTimes && { otherTimes }),
    ...(comment.isDeleted && { isDeleted: true }),
  };
}

/** Other titles of the same place, for lists of related threads. */
export const related = [
  'Please read before you post: the rules of this place',
  'What did you do this weekend?',
  'Looking for a good book on the subject',
  'Small question, probably silly',
  'Does anybody else have this?',
  'The picture thread, part 12',
];

export const document = ({ language = 'en', attributes = '', head, bodyAttributes = '', body }) => `<!DOCTYPE html>
<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}${attributes}>
<head>
<meta charset="utf-8">
${head}
</head>
<body${bodyAttributes}>
${body}
</body>
</html>
`;

//! URLs for sharing pages.

/// Parts of URLs for sharing a page on a site, in lower case.
const SHARING: &str = "facebook.com/sharer facebook.com/share.php facebook.com/dialog/ \
    twitter.com/share twitter.com/intent/ x.com/intent/ x.com/share linkedin.com/sharearticle \
    linkedin.com/sharing/ linkedin.com/cws/share reddit.com/submit t.me/share telegram.me/share \
    tg://msg wa.me/?text whatsapp.com/send whatsapp://send pinterest.com/pin/create \
    tumblr.com/share tumblr.com/widgets/share vk.com/share vkontakte.ru/share ok.ru/dk? ok.ru/offer \
    service.weibo.com/share v.t.sina.com.cn/share qzone.qq.com/cgi-bin/qzshare share.v.t.qq.com \
    connect.qq.com/widget/shareqq douban.com/share xing.com/spi/shares xing.com/app/user?op=share \
    news.ycombinator.com/submitlink getpocket.com/save getpocket.com/edit line.me/r/ \
    line.me/lineit/share b.hatena.ne.jp/entry b.hatena.ne.jp/add bsky.app/intent threads.net/intent \
    threads.com/intent share.diasporafoundation.org mastodonshare.com viber://forward \
    fb-messenger://share digg.com/submit stumbleupon.com/submit delicious.com/save del.icio.us/post \
    addtoany.com/share addthis.com/bookmark plus.google.com/share buffer.com/add bufferapp.com/add \
    instapaper.com/hello2 instapaper.com/edit evernote.com/clip diigo.com/post mix.com/add \
    flipboard.com/bookmarklet share.flipboard.com nextdoor.com/sharekit story.kakao.com/share \
    band.us/plugin/share share.naver.com wykop.pl/dodaj meneame.net/submit blogger.com/blog-this \
    livejournal.com/update print.friendly.com printfriendly.com/print google.com/bookmarks/mark \
    mailto:? sms:? sms:&body javascript:window.print javascript:print";

/// Parts of URLs of frames that show only a button, or the site's page on a social network, in
/// lower case.
const BUTTONS: &str = "facebook.com/plugins/like facebook.com/plugins/share_button \
    facebook.com/plugins/page.php facebook.com/plugins/follow facebook.com/plugins/send \
    facebook.com/plugins/fan facebook.com/plugins/recommendations facebook.com/widgets/like \
    twitter.com/widgets/tweet_button twitter.com/widgets/follow_button apis.google.com/u/0/se \
    apis.google.com/_/+1 plusone.google.com youtube.com/subscribe_embed ghbtns.com \
    buttons.github.io reddit.com/static/button hatena.ne.jp/entry/button vk.com/widget_like \
    line.me/widgets mail.ru/connect/share addthis.com/static sharethis.com";

/// Returns whether a URL is for sharing, sending or printing a page.
pub(crate) fn shares_page(url: &str) -> bool {
    contains_part(url, SHARING)
}

/// Returns whether a URL is that of a frame with a button.
pub(crate) fn is_button(url: &str) -> bool {
    contains_part(url, BUTTONS)
}

fn contains_part(url: &str, parts: &str) -> bool {
    let url = url
        .split_at_checked(MAX_URL_BYTES)
        .map_or(url, |(start, _)| start);
    let url = url.to_ascii_lowercase();
    parts
        .split_ascii_whitespace()
        .any(|part| url.contains(part))
}

/// Maximum bytes of a URL that are searched: the shared URL comes after.
const MAX_URL_BYTES: usize = 120;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sharing_urls_are_recognized() {
        for url in [
            "https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fexample.org",
            "https://twitter.com/intent/tweet?url=x",
            "mailto:?subject=The%20ferry",
            "https://social-plugins.line.me/lineit/share?url=x",
        ] {
            assert!(shares_page(url), "{url}");
        }
        for url in [
            "https://www.facebook.com/harbour",
            "mailto:ann@example.org",
            "https://example.org/share",
        ] {
            assert!(!shares_page(url), "{url}");
        }
        assert!(is_button(
            "https://www.facebook.com/plugins/like.php?href=x"
        ));
        assert!(!is_button(
            "https://www.facebook.com/plugins/video.php?href=x"
        ));
    }
}

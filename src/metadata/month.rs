//! Names of the months.

use crate::compact::hash::Fnv64;
use crate::compact::interner::Numbered;
use std::sync::LazyLock;

/// The names of each month, January first: in full (the form used in dates) and short, in
/// lower case, without repeating a name that two languages share. The Croatian "listopada"
/// (October) is left to Polish (November), and the two-letter Persian name of May is left out.
const NAMES: [&str; 12] = [
    "january jan januar jänner jän janvier janv enero ene gennaio gen janeiro gener \
     ianuarie ian januari stycznia sty styczeń января янв январь січня януари januara \
     siječnja ledna leden januára január tammikuuta jaanuar ocak oca ιανουαρίου يناير \
     ژانویه בינואר ינואר जनवरी",
    "february feb februar feber février févr fevrier fév febrero febbraio fevereiro fev \
     febrer februarie februari lutego lut luty февраля фев февраль февр лютого февруари \
     februara veljače února únor februára február helmikuuta veebruar şubat şub \
     φεβρουαρίου فبراير شباط فوریه בפברואר פברואר फ़रवरी फरवरी",
    "march mar märz mär maerz mrz mars marzo março març martie maart mrt marca marzec \
     марта мар март березня marta ožujka marec března březen március márc marts \
     maaliskuuta märts mart μαρτίου مارس آذار במרץ מרץ maret मार्च",
    "april apr avril avr abril abr aprile aprilie kwietnia kwi kwiecień апреля апр апрель \
     квітня април aprila travnja dubna duben apríla április ápr huhtikuuta aprill nisan \
     nis απριλίου أبريل ابريل نيسان آوریل באפריל אפריל अप्रैल",
    "may mai mayo maggio mag maio maig mei maja maj мая май травня svibnja května květen \
     mája május máj toukokuuta mayıs μαΐου مايو ماي أيار במאי מאי मई",
    "june jun juni juin junio giugno giu junho juny iunie czerwca cze czerwiec июня июн \
     июнь червня юни juna lipnja junij června červen júna június jún kesäkuuta juuni \
     haziran haz ιουνίου يونيو يونية حزيران ژوئن ביוני יוני जून",
    "july jul juli juillet juil julio luglio lug julho juliol iulie lipca lip lipiec июля \
     июл июль липня юли jula srpnja julij července červenec júla július júl heinäkuuta \
     juuli temmuz tem ιουλίου يوليو يوليوز تموز ژوئیه ביולי יולי जुलाई",
    "august aug août aout aoû agosto ago agost augustus sierpnia sie sierpień августа авг \
     август серпня avgusta kolovoza avgust srpna srpen augusta augusztus augusti elokuuta \
     ağustos ağu αυγούστου أغسطس اغسطس آب اوت באוגוסט אוגוסט agustus अगस्त",
    "september sep sept septembre septiembre setiembre settembre set setembro setembre \
     septembrie września wrz wrzesień сентября сен сентябрь сент вересня септември \
     septembra rujna září szeptember szept syyskuuta eylül eyl σεπτεμβρίου سبتمبر شتنبر \
     أيلول سپتامبر בספטמבר ספטמבר सितंबर सितम्बर",
    "october oct oktober okt octobre octubre ottobre ott outubro out octombrie \
     października paź październik октября окт октябрь жовтня октомври oktobra října říjen \
     októbra október lokakuuta oktoober ekim eki οκτωβρίου أكتوبر اكتوبر اکتبر באוקטובר \
     אוקטובר अक्टूबर अक्तूबर",
    "november nov novembre noviembre novembro noiembrie noi listopada lis listopad ноября \
     ноя ноябрь нояб листопада ноември novembra studenoga listopadu marraskuuta kasım kas \
     νοεμβρίου نوفمبر نونبر نوامبر בנובמבר נובמבר नवंबर नवम्बर",
    "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro \
     desembre decembrie grudnia gru grudzień декабря дек декабрь грудня декември decembra \
     prosinca prosince prosinec desember des joulukuuta detsember aralık ara δεκεμβρίου \
     ديسمبر دجنبر دسامبر בדצמבר דצמבר दिसंबर दिसम्बर",
];

/// The month of every name.
static MONTHS: LazyLock<Numbered<u8>> = LazyLock::new(|| {
    let mut months = Numbered::new();
    for (month, names) in (1..).zip(NAMES) {
        for name in names.split(' ') {
            months.get_or(Fnv64::of(name), || month);
        }
    }
    months
});

/// Returns the month, 1 to 12, that a word in lower case names.
pub(super) fn from_name(word: &str) -> Option<u8> {
    MONTHS.get(Fnv64::of(word)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_months_and_no_other_word() {
        for (name, month) in [
            ("january", 1),
            ("feb", 2),
            ("märz", 3),
            ("апреля", 4),
            ("toukokuuta", 5),
            ("czerwca", 6),
            ("juillet", 7),
            ("ağustos", 8),
            ("سبتمبر", 9),
            ("ottobre", 10),
            ("listopada", 11),
            ("desember", 12),
        ] {
            assert_eq!(from_name(name), Some(month), "{name}");
        }
        assert_eq!(from_name("monday"), None);
        assert_eq!(from_name("ma"), None);
        assert_eq!(from_name(""), None);
    }

    #[test]
    fn no_name_stands_for_two_months() {
        let mut all: Vec<&str> = NAMES.iter().flat_map(|names| names.split(' ')).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
